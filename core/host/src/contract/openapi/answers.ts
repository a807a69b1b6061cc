import type { RouteAnswer } from '@ostiary/plugin-api';
import { ContractError } from '../contract-error.js';
import { type JsonObject, sorted } from '../json.js';
import type { SchemaComponents } from '../schema/components.js';
import { headersOf } from './headers.js';

/** The `responses` of an operation. `examples` says whether a problem is declared. */
export function answersOf(
  answers: readonly RouteAnswer[],
  method: string,
  isProblem: (slug: string) => boolean,
  schemas: SchemaComponents,
  where: string,
): JsonObject {
  const twice = answers.find(({ status }, i) => answers.findIndex((other) => other.status === status) !== i);
  if (twice !== undefined) throw new ContractError(`${where}: the status ${twice.status} is answered twice`);
  return sorted(
    answers.map(
      (answer) =>
        [
          String(answer.status),
          answerOf(answer, method, isProblem, schemas, `${where}, answer ${answer.status}`),
        ] as const,
    ),
  );
}

function answerOf(
  answer: RouteAnswer,
  method: string,
  isProblem: (slug: string) => boolean,
  schemas: SchemaComponents,
  where: string,
): JsonObject {
  const content =
    answer.status >= 400 ? problemContent(answer, isProblem, where) : successContent(answer, method, schemas, where);
  return { description: answer.when, headers: headersOf(answer), ...(content && { content }) };
}

function problemContent({ slugs = [] }: RouteAnswer, isProblem: (slug: string) => boolean, where: string): JsonObject {
  if (slugs.length === 0) throw new ContractError(`${where}: no slugs are named`);
  const unknown = slugs.find((slug) => !isProblem(slug));
  if (unknown !== undefined) throw new ContractError(`${where}: there is no problem ${unknown}`);
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: sorted(slugs.map((slug) => [slug, { $ref: `#/components/examples/${slug}` }] as const)),
    },
  };
}

function successContent(
  { body, mediaType, status }: RouteAnswer,
  method: string,
  schemas: SchemaComponents,
  where: string,
): JsonObject | undefined {
  if (method === 'HEAD' || status === 204 || status >= 300) {
    if (body !== undefined) throw new ContractError(`${where}: an answer of this kind has no body`);
    return undefined;
  }
  if (body === undefined && mediaType === undefined)
    throw new ContractError(`${where}: neither a body schema nor a media type is given`);
  // Bytes have no schema: OpenAPI 3.1 leaves it out for what is not text.
  if (mediaType === 'application/octet-stream' || mediaType === '*/*') return { [mediaType]: {} };
  if (mediaType === 'text/event-stream' && body !== undefined) {
    // The stream is text; what it carries, one event after the other, is described by the keyword for that.
    const contentSchema = schemas.add(body, 'output', where);
    return { [mediaType]: { schema: { type: 'string', contentMediaType: mediaType, contentSchema } } };
  }
  return {
    [mediaType ?? 'application/json']: {
      schema: body === undefined ? { type: 'string' } : schemas.add(body, 'output', where),
    },
  };
}
