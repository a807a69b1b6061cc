import { z } from 'zod';
import type { RouteDeclaration } from '@ostiary/plugin-api';
import { ContractError } from '../contract-error.js';
import { fromMembers, isObject, type Json, type JsonObject } from '../json.js';
import type { SchemaComponents } from '../schema/components.js';

/** The parameters of an operation: those of the path in its order, then query, then header. */
export function parametersOf(
  path: string,
  route: RouteDeclaration,
  schemas: SchemaComponents,
  where: string,
): JsonObject[] {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
  const described = new Map(
    parametersIn('path', route.params, schemas, where).map((one) => [one['name'] as string, one]),
  );
  const unknown = [...described.keys()].find((name) => !inPath.includes(name));
  if (unknown !== undefined) throw new ContractError(`${where}: there is no {${unknown}} in ${path}`);
  return [
    ...inPath.map((name) => ({
      ...(described.get(name) ?? { name, in: 'path', schema: { type: 'string' } }),
      required: true,
    })),
    ...parametersIn('query', route.query, schemas, where),
    ...parametersIn('header', headersOf(route), schemas, where),
  ];
}

const IdempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Makes the request safe to send again for 24 hours.'),
});

/** What the operation reads of the header, with what the host reads for it. */
function headersOf({ headers, idempotent }: RouteDeclaration): z.ZodType | undefined {
  if (idempotent === undefined) return headers;
  if (headers === undefined) return IdempotencyHeaders;
  return headers instanceof z.ZodObject ? IdempotencyHeaders.extend(headers.shape) : headers;
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodType | undefined,
  schemas: SchemaComponents,
  where: string,
): JsonObject[] {
  if (schema === undefined) return [];
  const { properties, required } = schemas.add(schema, 'input', `${where}, ${place} parameters`);
  if (!isObject(properties))
    throw new ContractError(`${where}: ${place} parameters need an object schema without an id`);
  return Object.entries(properties).map(([name, property]) =>
    parameter(place, name, property, Array.isArray(required) && required.includes(name)),
  );
}

/** The description belongs to the parameter, not to its schema: that is where readers and tools look. */
function parameter(place: string, name: string, property: Json, required: boolean): JsonObject {
  const { description, ...schema } = isObject(property) ? property : {};
  return fromMembers([
    ['name', name],
    ['in', place],
    ...(description === undefined ? [] : ([['description', description]] as const)),
    ...(required ? ([['required', true]] as const) : []),
    ['schema', schema],
  ]);
}
