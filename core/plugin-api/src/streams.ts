/** One event of a stream. */
export interface StreamEvent {
  /** What a client that comes back sends as `Last-Event-ID`. */
  readonly id?: string | number;
  readonly type?: string;
  /** Sent as one line of JSON. */
  readonly data: unknown;
}

/** What is streamed. */
export interface EventStreamOptions {
  /** What the stream is about: so many streams of one subject may be open as of one job. */
  readonly subject: string;
  /** The events; `signal` aborts when the reader is gone or the process stops. The stream ends when it does. */
  readonly events: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
}

/** Event streams (text/event-stream), as those of jobs: counted by key and subject, with a heartbeat, and ended by the stop. */
export interface EventStreams {
  /**
   * Answers a request with a stream. Resolves when it has ended.
   * @param request what the method was given by `@Req()`
   * @param response what it was given by `@Res()`
   * @throws ProblemError `too_many_streams`, before anything is sent
   */
  send(request: object, response: object, options: EventStreamOptions): Promise<void>;
}
