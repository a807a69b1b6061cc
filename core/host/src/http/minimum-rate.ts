import type { NextFunction, Request, Response } from 'express';
import { hasBody } from './body/content.js';

/** How slowly a body may come. */
export interface MinimumRate {
  /** Milliseconds over which is counted. */
  readonly windowMs: number;
  /** Bytes that must come in each window, until the body is whole. */
  readonly bytes: number;
}

/**
 * Middleware that cuts off who sends a body more slowly: with 408 where no answer has begun, as Node does for a header that does
 * not come. A body that is large and comes steadily may take as long as the server lets any request take.
 * A window in which the service itself took nothing more is not counted against the sender. See docs/adr/0111.
 */
export function minimumRate({ windowMs, bytes }: MinimumRate) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (hasBody(request)) watch(request, response);
    next();
  };

  function watch(request: Request, response: Response): void {
    const { socket } = request;
    let before = socket.bytesRead;
    const judge = (): void => {
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      if (request.complete || socket.destroyed) clearInterval(timer);
      else if (came < bytes && request.readableLength < request.readableHighWaterMark) cut(request, response);
    };
    // What came while the service itself was held up is read before it is judged.
    const timer = setInterval(() => setImmediate(judge), windowMs).unref();
    request.once('close', () => clearInterval(timer));
  }
}

function cut({ socket }: Request, response: Response): void {
  if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
