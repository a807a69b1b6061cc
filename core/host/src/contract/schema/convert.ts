import { z } from 'zod';
import { ContractError } from '../contract-error.js';
import { equal, isObject, type Json, type JsonObject, mapObjects } from '../json.js';
import type { Direction } from './direction.js';
import { soften } from './soften.js';

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
  const { $schema: _, ...written } = toJsonSchema(schema, direction, where);
  const named = new Map<string, JsonObject>();
  const root = withoutDefs(written, named, where) as JsonObject;
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
    const written = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
    return soften(JSON.parse(JSON.stringify(written)) as JsonObject, io);
  } catch (error) {
    throw new ContractError(`${where}: ${(error as Error).message}`);
  }
}

/**
 * The value without its `$defs`, which go to `named`. They stand in it wherever a schema is described by the JSON of
 * another one (`.meta(z.toJSONSchema(other))`), not at the root alone.
 */
function withoutDefs(value: Json, named: Map<string, JsonObject>, where: string): Json {
  return mapObjects(value, (object) => {
    const { $defs, ...rest } = object;
    if (!isObject($defs)) return object;
    for (const [id, schema] of Object.entries($defs)) {
      const known = named.get(id);
      if (known !== undefined && !equal(known, schema))
        throw new ContractError(`${where}: two schemas have the id ${id}`);
      named.set(id, schema as JsonObject);
    }
    return rest;
  });
}

function referencesToRoot(value: Json): boolean {
  if (Array.isArray(value)) return value.some(referencesToRoot);
  return isObject(value) && (value['$ref'] === '#' || Object.values(value).some(referencesToRoot));
}
