import type { ExecutionContext } from '@nestjs/common';
import type { RouteDeclaration } from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ContractDefect } from '../problems/describe.js';
import { stateOf } from './request-state.js';

/** Injection token of `AnswerCheck`. */
export const ANSWER_CHECK = Symbol('ostiary.answer_check');

/** Looks at what a handler answers before it is sent. */
export type AnswerCheck = (
  route: RouteDeclaration,
  answer: Observable<unknown>,
  context: ExecutionContext,
) => Observable<unknown>;

/** Lets everything through: in production an answer is not checked twice. */
export const noAnswerCheck: AnswerCheck = (_route, answer) => answer;

/**
 * For tests: a body that its schema refuses, or a status that the route does not list, is a defect.
 * Returns sent by the handler itself (streams, files) are not seen here.
 */
export const strictAnswerCheck: AnswerCheck = (route, answer, context) =>
  answer.pipe(
    map((body) => {
      const { statusCode } = context.switchToHttp().getResponse<Response>();
      if (
        route.charge?.by === 'handler' &&
        !isReplayed(context) &&
        !stateOf(context.switchToHttp().getRequest<Request>()).charged
      )
        throw new ContractDefect(`${route.operationId} says that its method charges, and it did not`);
      const listed = route.answers.find(({ status }) => status === statusCode);
      if (!listed) throw new ContractDefect(`${route.operationId} answers ${statusCode}, which it does not list`);
      // As it will be read: dates as text, undefined left out.
      const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      const result = sent === undefined ? undefined : listed.body?.safeParse(sent);
      if (result?.success === false)
        throw new ContractDefect(`${route.operationId} ${statusCode}: ${result.error.message}`);
      return body;
    }),
  );

function isReplayed(context: ExecutionContext): boolean {
  return context.switchToHttp().getResponse<Response>().getHeader('Idempotent-Replayed') !== undefined;
}
