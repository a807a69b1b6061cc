// Apart from the rest of the package, which loads zod: every solver process would pay for that in memory and at its start.

interface Envelope {
  readonly id: number;
  readonly payload: unknown;
  /** Set when the request is traced: then the answer says how long it took here. */
  readonly traceparent?: string;
}

/** What a request comes with besides its payload. */
export interface SolverRequest {
  /** W3C traceparent of the span that the request belongs to; null when it is not traced. */
  readonly traceparent: string | null;
}

/** Milliseconds since 1970, with the fractions of the monotonic clock. */
const now = (): number => performance.timeOrigin + performance.now();

/**
 * Called once by a solver's entry module: answers requests of the parent one at a time, in order.
 * A throw in `handle` is answered as an error and the child lives on; the child ends when its parent does.
 */
export function serveSolver(handle: (payload: unknown, request: SolverRequest) => Promise<unknown>): void {
  let tail: Promise<void> = Promise.resolve();
  const send = (message: object) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', (message: Envelope) => {
    tail = tail.then(async () => {
      const { id, payload, traceparent } = message;
      const startedAt = now();
      const times = () => (traceparent === undefined ? {} : { times: [startedAt, now()] });
      try {
        send({ id, ok: true, value: await handle(payload, { traceparent: traceparent ?? null }), ...times() });
      } catch (error) {
        send({ id, ok: false, error: error instanceof Error ? error.message : String(error), ...times() });
      }
    });
  });
  process.on('disconnect', () => process.exit(0));
  send({ ready: true });
}
