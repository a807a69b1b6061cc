import type { ApiResponseOptions } from '@nestjs/swagger';
import type { RouteAnswer, RouteDeclaration } from '@ostiary/plugin-api';
import { ContractError } from '../contract-error.js';
import { isObject, type Json, type JsonObject, sorted } from '../json.js';
import type { SchemaComponents } from '../schema/components.js';
import { headersOf } from './headers.js';

const REPLAYED = 'Whether this is the answer of an earlier request with the same Idempotency-Key: then `true`.';

/** Returns the answers, with what the host adds to those of an operation that is carried out once for each key. */
function withReplays({ answers, idempotent }: RouteDeclaration): readonly RouteAnswer[] {
  if (idempotent === undefined) return answers;
  return answers.map((answer) =>
    answer.status >= 400 ? answer : { ...answer, headers: { 'Idempotent-Replayed': REPLAYED, ...answer.headers } },
  );
}

/** Returns the answers of a route as `@ApiResponse` takes them. */
export function answersIn(declaration: RouteDeclaration, method: string): ApiResponseOptions[] {
  return withReplays(declaration).map((answer) => ({
    status: answer.status,
    description: answer.when,
    headers: headersOf(answer),
    ...contentOf(answer, method),
  })) as ApiResponseOptions[];
}

function contentOf(answer: RouteAnswer, method: string): object {
  const { status, body, mediaType = 'application/json', slugs = [] } = answer;
  if (status >= 400) return { content: problemContent(slugs) };
  if (isBodiless(answer, method)) return {};
  if (body !== undefined && mediaType === 'application/json') return { standardSchema: body };
  // Bytes have no schema: OpenAPI 3.1 leaves it out for what is not text.
  return { content: { [mediaType]: isBytes(mediaType) ? {} : { schema: { type: 'string' } } } };
}

function problemContent(slugs: readonly string[]): JsonObject {
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: sorted(slugs.map((slug) => [slug, { $ref: `#/components/examples/${slug}` }] as const)),
    },
  };
}

const isBodiless = ({ status }: RouteAnswer, method: string): boolean =>
  method === 'HEAD' || status === 204 || status >= 300;
const isBytes = (mediaType: string): boolean => mediaType === 'application/octet-stream' || mediaType === '*/*';

/**
 * Returns the `responses` of an operation: those that Nest wrote, in the order of their status, with their schemas.
 * @param isProblem whether a problem is declared
 * @throws ContractError
 */
export function answersOf(
  written: JsonObject,
  declaration: RouteDeclaration,
  method: string,
  isProblem: (slug: string) => boolean,
  schemas: SchemaComponents,
  where: string,
): JsonObject {
  const { answers } = declaration;
  const twice = answers.find(({ status }, i) => answers.findIndex((other) => other.status === status) !== i);
  if (twice !== undefined) throw new ContractError(`${where}: the status ${twice.status} is answered twice`);
  return sorted(
    answers.map((answer) => {
      const at = `${where}, answer ${answer.status}`;
      check(answer, method, isProblem, at);
      const { description = '', headers = {}, content } = written[String(answer.status)] as JsonObject;
      const completed = content === undefined ? undefined : withSchema(content, answer, schemas, at);
      return [String(answer.status), { description, headers, ...(completed && { content: completed }) }] as const;
    }),
  );
}

function check(answer: RouteAnswer, method: string, isProblem: (slug: string) => boolean, where: string): void {
  const { status, body, mediaType, slugs = [] } = answer;
  if (status >= 400) {
    if (slugs.length === 0) throw new ContractError(`${where}: no slugs are named`);
    const unknown = slugs.find((slug) => !isProblem(slug));
    if (unknown !== undefined) throw new ContractError(`${where}: there is no problem ${unknown}`);
  } else if (isBodiless(answer, method)) {
    if (body !== undefined) throw new ContractError(`${where}: an answer of this kind has no body`);
  } else if (body === undefined && mediaType === undefined)
    throw new ContractError(`${where}: neither a body schema nor a media type is given`);
}

/** What a stream carries, one event after the other, is described by the keywords of OpenAPI 3.1 for that, which Nest does not write. */
function withSchema(content: Json, { body, mediaType }: RouteAnswer, schemas: SchemaComponents, where: string): Json {
  if (body === undefined || !isObject(content)) return content;
  const schema = schemas.add(body, 'output', where);
  if (mediaType === 'text/event-stream')
    return { [mediaType]: { schema: { type: 'string', contentMediaType: mediaType, contentSchema: schema } } };
  const [written = 'application/json'] = Object.keys(content);
  return { [written]: { schema } };
}
