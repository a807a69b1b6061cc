import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { RouteDeclaration } from '@ostiary/plugin-api';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { type AnswerCheck, ANSWER_CHECK } from './answer-check.js';
import { hasBody, requireJson } from './body/content.js';
import { parseJson } from './body/parse.js';
import { readBody, refuseByLength } from './body/read.js';
import { stateOf } from './request-state.js';
import { lenientQuery, validateBody, validateParams, validateQuery } from './validation/validate.js';

/** Bytes of a body where the route says nothing. See docs/adr/0002. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads and checks what is sent, as the route declares it. Runs after the guard and before the handler.
 * INVARIANT: 413 comes before 400, and a body longer than allowed is never parsed.
 */
@Injectable()
export class RequestInterceptor implements NestInterceptor {
  constructor(@Inject(ANSWER_CHECK) private readonly checkAnswer: AnswerCheck) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { route } = stateOf(request);
    if (!route) throw new Error('the guard has noted no route');
    if (BODY_METHODS.has(request.method)) request.body = await this.#body(request, route);
    if (route.query) replace(request, 'query', this.#query(request, route));
    if (route.params) request.params = validateParams(route.params, request.params) as Request['params'];
    return this.checkAnswer(route, next.handle(), context);
  }

  async #body(request: Request, route: RouteDeclaration): Promise<unknown> {
    const value = hasBody(request)
      ? parseJson(await this.#bytes(request, route.bodyBytes ?? DEFAULT_BODY_BYTES))
      : undefined;
    return route.body ? validateBody(route.body, value) : value;
  }

  async #bytes(request: Request, limit: number): Promise<Buffer> {
    refuseByLength(request, limit);
    const { gzip } = requireJson(request);
    const bytes = await readBody(request, limit, gzip);
    stateOf(request).bodyBytes = bytes.length;
    return bytes;
  }

  #query(request: Request, route: RouteDeclaration): unknown {
    if (!route.query) return request.query;
    const mayRefuse = route.answers.some(({ status }) => status === 400);
    return mayRefuse ? validateQuery(route.query, request.query) : lenientQuery(route.query, request.query);
  }
}

/** Express 5 makes `query` a getter; the checked one takes its place. */
function replace(request: Request, property: 'query', value: unknown): void {
  Object.defineProperty(request, property, { value, writable: true, enumerable: true, configurable: true });
}
