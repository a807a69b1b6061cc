import type { RouteDeclaration } from '@ostiary/plugin-api';
import { ContractError } from '../contract-error.js';
import { isObject, type JsonObject } from '../json.js';
import type { SchemaComponents } from '../schema/components.js';
import { answersOf } from './answers.js';
import { parametersOf } from './parameters.js';

export interface OperationInput {
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly declaration: RouteDeclaration;
  /** The operation as Nest wrote it. */
  readonly written: JsonObject;
}

/**
 * Returns the OpenAPI operation of a route: what Nest wrote, in the order of the contract, with the schemas as OpenAPI 3.1 has them.
 * References in it are completed by `schemas.resolve`.
 */
export function operationOf(
  { method, path, area, declaration, written }: OperationInput,
  isProblem: (slug: string) => boolean,
  schemas: SchemaComponents,
): JsonObject {
  const where = `${method} ${path}`;
  const { operationId = '', summary = '', description, security = [], requestBody, responses } = written;
  const parameters = parametersOf(path, declaration, schemas, where);
  checkParameters(parameters, written, where);
  const meter = written['x-meter'];
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [area],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(isObject(requestBody) && {
      requestBody: bodyOf(requestBody, declaration, schemas, where),
      'x-body-limit-bytes': written['x-body-limit-bytes'] ?? 0,
    }),
    ...(meter !== undefined && { 'x-meter': meter }),
    responses: answersOf(responses as JsonObject, declaration, method, isProblem, schemas, where),
  };
}

/** Nest writes `type: string` before every schema of a header field, and lists what a method reads by itself: only the names are taken. */
function checkParameters(parameters: readonly JsonObject[], written: JsonObject, where: string): void {
  const named = (one: JsonObject): string => JSON.stringify([one['in'], one['name']]);
  const seen = new Set((written['parameters'] as readonly JsonObject[]).map(named));
  const lost = parameters.map(named).find((one) => !seen.has(one));
  if (lost !== undefined) throw new ContractError(`${where}: Nest does not see the parameter ${lost}`);
}

/** Bytes that are handed on as they are: generators of clients know them by this format. */
const BYTES: JsonObject = { type: 'string', format: 'binary' };

function bodyOf(
  requestBody: JsonObject,
  { body, content = 'json' }: RouteDeclaration,
  schemas: SchemaComponents,
  where: string,
): JsonObject {
  const [mediaType = 'application/json'] = Object.keys(requestBody['content'] as JsonObject);
  const described: JsonObject =
    content !== 'json'
      ? { schema: BYTES }
      : body === undefined
        ? {}
        : { schema: schemas.add(body, 'input', `${where}, body`) };
  // A stream may be empty where header fields say all.
  const required = content !== 'stream' && (requestBody['required'] ?? true);
  return { required, content: { [mediaType]: described } };
}
