import { z } from 'zod';
import { ContractError } from '../contract-error.js';
import { isObject, type Json, type JsonObject } from '../json.js';

/** What is sent to the service, or what it answers. */
export type Direction = 'input' | 'output';

/** A zod schema as JSON Schema 2020-12, with the named schemas it refers to (`#/$defs/<id>`). */
export interface ConvertedSchema {
  readonly schema: JsonObject;
  readonly named: ReadonlyMap<string, JsonObject>;
}

/**
 * Schemas with a `.meta({ id })` become named ones.
 * @throws ContractError for what JSON Schema cannot say (a transform in an answer, a Date) and for a recursive schema without an id
 */
export function convert(schema: z.ZodType, direction: Direction, where: string): ConvertedSchema {
  const { $schema: _, $defs, ...root } = toJsonSchema(schema, direction, where);
  const named = new Map(Object.entries(isObject($defs) ? $defs : {}) as [string, JsonObject][]);
  // zod refers to a nameless schema that contains itself by `#`, or by a name it makes up.
  const nameless =
    referencesToRoot(root) ||
    [...named.values()].some(referencesToRoot) ||
    [...named.keys()].some((id) => !/^[A-Z][A-Za-z0-9]*$/.test(id));
  if (nameless) throw new ContractError(`${where}: a recursive schema needs a name, .meta({ id: 'PascalCase' })`);
  return { schema: root, named };
}

function toJsonSchema(schema: z.ZodType, io: Direction, where: string): JsonObject {
  try {
    const written = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      override: ({ jsonSchema }) => soften(jsonSchema, io),
    });
    return JSON.parse(JSON.stringify(written)) as JsonObject;
  } catch (error) {
    throw new ContractError(`${where}: ${(error as Error).message}`);
  }
}

/**
 * Takes out what is zod's and not ours to promise: an answer may gain fields, so it never says that there are no others;
 * the pattern of a date-time says nothing that its format does not; names of members are always strings; every integer of
 * JSON as programs read it lies between the safe bounds.
 */
function soften(schema: z.core.JSONSchema.BaseSchema, io: Direction): void {
  if (io === 'output' && (schema.additionalProperties === false || isEmpty(schema.additionalProperties)))
    delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time' || schema.format === 'date') delete schema.pattern;
  if (typeof schema.propertyNames === 'object' && Object.keys(schema.propertyNames).join() === 'type')
    delete schema.propertyNames;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function referencesToRoot(value: Json): boolean {
  if (Array.isArray(value)) return value.some(referencesToRoot);
  return isObject(value) && (value['$ref'] === '#' || Object.values(value).some(referencesToRoot));
}
