import { finished } from 'node:stream';
import type { Request, Response } from 'express';

/** How long what still comes of a body is thrown away after the answer. */
const LINGER_MS = 10_000;

/**
 * Sends a whole answer. When it ends the connection while the client still sends its body, the connection is held a while and
 * the rest of the body thrown away: closed with unread bytes it would be reset, and a client that is sending would see
 * the reset and not the answer. (nginx calls it a lingering close.)
 */
export function sendWhole(request: Request, response: Response, body: string): void {
  const last = !response.shouldKeepAlive || response.getHeader('Connection') === 'close';
  if (!last || request.complete || request.method === 'HEAD') {
    response.send(body);
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.write(body);
  const timer = setTimeout(() => response.end(), LINGER_MS).unref();
  finished(request, () => {
    clearTimeout(timer);
    response.end();
  });
  request.resume();
}
