import { type Logger, principalOf } from '@ostiary/plugin-api';
import type { NextFunction, Request, Response } from 'express';
import { stateOf } from './request-state.js';

/** One line for each request when it has ended: who, which operation, which status, how long. No path parameters, no query, no body. */
export function accessLog(log: Logger): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    response.on('close', () => {
      const { id, startedAt, route, bodyBytes } = stateOf(request);
      const principal = principalOf(request);
      log.info(
        {
          request_id: id,
          method: request.method,
          operation: route?.operationId ?? null,
          status: response.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          account_id: principal?.accountId ?? null,
          key_id: principal?.keyId ?? null,
          body_bytes: bodyBytes ?? 0,
          cut: !response.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}
