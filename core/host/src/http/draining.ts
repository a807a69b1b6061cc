import type { NextFunction, Request, Response } from 'express';

/** What an event stream has to end by itself once the stop begins. */
const STREAM_GRACE_MS = 1_000;

/**
 * Once the process stops, every answer asks its client to close the connection, so that the next request goes to another
 * process and none meets a connection that is just being closed.
 * An event stream would hold the stop up for as long as its reader stays: one that does not end by itself is cut, and the reader comes back.
 * See docs/adr/0058.
 */
export class Draining {
  private readonly open = new Set<Response>();
  private begun = false;
  private timer: NodeJS.Timeout | undefined;

  /** Middleware, before all that answer. */
  readonly track = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) makeLast(response);
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    next();
  };

  begin(): void {
    this.begun = true;
    for (const response of this.open) makeLast(response);
    this.timer = setTimeout(() => this.cutStreams(), STREAM_GRACE_MS).unref();
  }

  /** To be called when the server is closed. */
  end(): void {
    clearTimeout(this.timer);
  }

  private cutStreams(): void {
    for (const response of this.open) if (isEventStream(response)) response.destroy();
  }
}

function isEventStream(response: Response): boolean {
  return response.headersSent && /^text\/event-stream\b/.test(String(response.getHeader('Content-Type') ?? ''));
}

function makeLast(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
