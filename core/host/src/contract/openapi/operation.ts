import type { Access, RouteDeclaration } from '@ostiary/plugin-api';
import { DEFAULT_BODY_BYTES } from '../../http/request.interceptor.js';
import { ContractError } from '../contract-error.js';
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
  const { operationId, summary, description, access, body, bodyBytes = DEFAULT_BODY_BYTES } = declaration;
  const parameters = parametersOf(path, declaration, schemas, where);
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new ContractError(`${where}: a request of this method has no body`);
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [area],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.add(body, 'input', `${where}, body`) } },
      },
      'x-body-limit-bytes': bodyBytes,
    }),
    responses: answersOf(declaration.answers, method, isProblem, schemas, where),
  };
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
