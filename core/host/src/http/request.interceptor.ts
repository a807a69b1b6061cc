import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { RouteDeclaration } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable, of } from 'rxjs';
import { type AnswerCheck, ANSWER_CHECK } from './answer-check.js';
import { hasBody, requireJson } from './body/content.js';
import { parseJson } from './body/parse.js';
import { readBody, refuseByLength } from './body/read.js';
import { AnsweredOnce } from './answered-once.js';
import { Metering } from './metering.js';
import { PAGE_POLICY } from '../plugins/static-files.js';
import { stateOf } from './request-state.js';
import { lenientQuery, validateParams, validateQuery } from './validation/parameters.js';
import { validateBody } from './validation/validate.js';

/** Bytes of a body where the route says nothing. See docs/adr/0002. */
export const DEFAULT_BODY_BYTES = 64 * 1024;

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads and checks what is sent, as the route declares it; sends a stored answer again; takes what the request costs. Runs after the
 * guard and before the handler.
 * INVARIANT: 413 comes before 400, then 409 for the Idempotency-Key, then 429 for the quota; a body longer than allowed is never parsed.
 */
@Injectable()
export class RequestInterceptor implements NestInterceptor {
  constructor(
    @Inject(ANSWER_CHECK) private readonly checkAnswer: AnswerCheck,
    @Inject(AnsweredOnce) private readonly once: AnsweredOnce,
    @Inject(Metering) private readonly metering: Metering,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { route } = stateOf(request);
    if (!route) throw new Error('the guard has noted no route');
    if (BODY_METHODS.has(request.method)) request.body = await this.body(request, route);
    replace(request, 'query', queryOf(request, route));
    if (route.params) request.params = validateParams(route.params, request.params) as Request['params'];
    if (isPage(route)) setPagePolicy(context.switchToHttp().getResponse<Response>());
    const answer =
      route.idempotent || route.charge ? await this.accounted(request, context, route, next) : next.handle();
    return this.checkAnswer(route, answer, context);
  }

  /** The answer of a route that is charged or idempotent: nothing is taken and no key is used up for a request that is refused. */
  private async accounted(
    request: Request,
    context: ExecutionContext,
    route: RouteDeclaration,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    const response = context.switchToHttp().getResponse<Response>();
    const stored = await this.once.before(request, route);
    if (stored) {
      response
        .status(stored.status)
        .setHeaders(new Map(Object.entries({ ...stored.headers, 'Idempotent-Replayed': 'true' })));
      return of(stored.body);
    }
    return from(this.carriedOut(request, response, route, next));
  }

  private async carriedOut(
    request: Request,
    response: Response,
    route: RouteDeclaration,
    next: CallHandler,
  ): Promise<unknown> {
    try {
      const taken = await this.metering.before(request, route);
      try {
        const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
        await this.once.after(request, response, route, body);
        return body;
      } catch (error) {
        if (taken) await this.metering.giveBack(taken);
        throw error;
      }
    } catch (error) {
      await this.once.refused(request);
      throw error;
    }
  }

  private async body(request: Request, route: RouteDeclaration): Promise<unknown> {
    const { content = 'json', bodyBytes = DEFAULT_BODY_BYTES } = route;
    refuseByLength(request, bodyBytes);
    if (content === 'stream') return undefined;
    if (content === 'raw') return this.bytes(request, bodyBytes, false);
    const value = hasBody(request)
      ? parseJson(await this.bytes(request, bodyBytes, requireJson(request).gzip))
      : undefined;
    return route.body ? validateBody(route.body, value) : value;
  }

  private async bytes(request: Request, limit: number, gzip: boolean): Promise<Buffer> {
    const bytes = await readBody(request, limit, gzip);
    stateOf(request).bodyBytes = bytes.length;
    return bytes;
  }
}

/** The query as the operation declares it. Where 400 is not listed, nothing of it can be refused. */
function queryOf(request: Request, { query, answers }: RouteDeclaration): unknown {
  if (answers.some(({ status }) => status === 400)) return validateQuery(query, request.query);
  return query === undefined ? request.query : lenientQuery(query, request.query);
}

/** A page that a method writes itself has the policy of pages, and may be no more than that lets it. */
function isPage({ answers }: RouteDeclaration): boolean {
  return answers.some(({ status, mediaType }) => status < 300 && mediaType === 'text/html');
}

function setPagePolicy(response: Response): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY).setHeader('Referrer-Policy', 'no-referrer');
}

/** Express 5 makes `query` a getter; the checked one takes its place. */
function replace(request: Request, property: 'query', value: unknown): void {
  Object.defineProperty(request, property, { value, writable: true, enumerable: true, configurable: true });
}
