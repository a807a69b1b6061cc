import type { RouteDeclaration } from '@ostiary/plugin-api';
import type { NextFunction, Request, Response } from 'express';
import type { SpanAttributes, Tracing } from '../tracing/tracing.js';
import { METHODS } from './request-context.js';
import { stateOf } from './request-state.js';

/** What a request is told to be, once it is known which operation it asks for. */
interface Served {
  /** As the contract writes it. */
  readonly path: string;
  /** Null: the host's own. */
  readonly plugin: string | null;
}

/**
 * A span for each request, in the trace of its `traceparent` if it has one. It names the operation; of the path, the query, the fields and
 * the body it holds nothing.
 */
export class RequestSpans {
  private served: ReadonlyMap<RouteDeclaration, Served> = new Map();

  constructor(private readonly tracing: Tracing) {}

  /** Told once the routes are there. */
  nameBy(served: ReadonlyMap<RouteDeclaration, Served>): void {
    this.served = served;
  }

  /** Middleware, after the request has its state. */
  readonly track = (request: Request, response: Response, next: NextFunction): void => {
    if (!this.tracing.on) {
      next();
      return;
    }
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    const given = request.headers['traceparent'];
    const span = this.tracing.begin({
      name: method,
      kind: 'server',
      parent: typeof given === 'string' ? given : null,
      attributes: { 'http.request.method': method, 'ostiary.request.id': stateOf(request).id },
    });
    response.once('close', () => {
      const { route } = stateOf(request);
      const served = route && this.served.get(route);
      if (route && served) {
        span.rename(`${method} ${served.path}`);
        span.set(operationOf(route, served));
      }
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.fail(String(response.statusCode));
      else if (!response.writableFinished) span.fail('cut');
      span.end();
    });
    this.tracing.within(span, next);
  };
}

function operationOf({ operationId }: RouteDeclaration, { path, plugin }: Served): SpanAttributes {
  return {
    'http.route': path,
    'ostiary.operation': operationId,
    ...(plugin !== null && { 'ostiary.plugin': plugin }),
  };
}
