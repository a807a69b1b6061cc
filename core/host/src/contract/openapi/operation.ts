import type { Access, RouteAnswer, RouteDeclaration } from '@ostiary/plugin-api';
import { DEFAULT_BODY_BYTES } from '../../http/request.interceptor.js';
import type { JsonObject } from '../json.js';
import type { SchemaComponents } from '../schema/components.js';
import { answersOf } from './answers.js';
import { parametersOf } from './parameters.js';

export interface OperationInput {
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly declaration: RouteDeclaration;
}

/** The OpenAPI operation of a route. References in it are completed by `schemas.resolve`. */
export function operationOf(
  { method, path, area, declaration }: OperationInput,
  isProblem: (slug: string) => boolean,
  schemas: SchemaComponents,
): JsonObject {
  const where = `${method} ${path}`;
  const { operationId, summary, description, access, body, content = 'json' } = declaration;
  const parameters = parametersOf(path, declaration, schemas, where);
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [area],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...((body !== undefined || content !== 'json') && bodyOf(declaration, schemas, where)),
    ...(declaration.charge && { 'x-meter': declaration.charge.meter }),
    responses: answersOf(withReplays(declaration), method, isProblem, schemas, where),
  };
}

/** The body, and how long it may be. Bytes that are handed on as they are have no schema. */
function bodyOf(
  { body, content = 'json', bodyMediaType, bodyBytes = DEFAULT_BODY_BYTES }: RouteDeclaration,
  schemas: SchemaComponents,
  where: string,
): JsonObject {
  const described: JsonObject =
    content === 'json' && body !== undefined
      ? { 'application/json': { schema: schemas.add(body, 'input', `${where}, body`) } }
      : { [bodyMediaType ?? '*/*']: {} };
  return { requestBody: { required: true, content: described }, 'x-body-limit-bytes': bodyBytes };
}

const REPLAYED = 'Whether this is the answer of an earlier request with the same Idempotency-Key: then `true`.';

/** The answers, with what the host adds to those of an operation that is carried out once for each key. */
function withReplays({ answers, idempotent }: RouteDeclaration): readonly RouteAnswer[] {
  if (idempotent === undefined) return answers;
  return answers.map((answer) =>
    answer.status >= 400 ? answer : { ...answer, headers: { 'Idempotent-Replayed': REPLAYED, ...answer.headers } },
  );
}

/** Grants are written as the roles that OpenAPI 3.1 allows behind any scheme: one alternative a grant. */
function securityOf(access: Access): JsonObject[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'optional_key':
      return [{}, { key: [] }];
    case 'any_key':
      return [{ key: [] }];
    case 'grants':
      return access.anyOf.map((grant) => ({ key: [grant] }));
  }
}
