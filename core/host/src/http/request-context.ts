import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '@ostiary/plugin-api';
import { newId } from '../ids/new-id.js';
import { beginRequest } from './request-state.js';

/** Those that some operation may take. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** First of all: gives the request its id and the answer the fields every answer has. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const id = newId('req');
  beginRequest(request, { id, startedAt: performance.now() });
  response.setHeader('Request-Id', id);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/** No operation takes another method. Express would answer OPTIONS by itself, with a status that none lists. */
export function knownMethods(request: Request, _response: Response, next: NextFunction): void {
  next(METHODS.has(request.method) ? undefined : new ProblemError('not_found'));
}
