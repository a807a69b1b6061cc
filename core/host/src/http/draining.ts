import type { NextFunction, Request, Response } from 'express';

/**
 * Once the process stops, every answer asks its client to let go of the connection, so that the next request goes to another
 * process and none meets a connection that is just being closed.
 * See docs/adr/0058.
 */
export class Draining {
  private readonly open = new Set<Response>();
  private begun = false;

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
  }
}

function makeLast(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
