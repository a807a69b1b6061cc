import { fromMembers, isObject, type Json, type JsonObject } from '../json.js';
import type { Direction } from './direction.js';

/** Keywords whose value is a map of schemas, a list of them, or one. */
const MAPS = new Set(['properties', 'patternProperties', '$defs']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not']);

/**
 * Takes out of a schema, and of every one in it, what is zod's and not ours to promise: an answer may gain fields, so it
 * never says that there are no others; the pattern of a date-time says nothing that its format does not; names of members
 * are always strings; every integer of JSON as programs read it lies between the safe bounds.
 */
export function soften(schema: JsonObject, direction: Direction): JsonObject {
  const inner = (value: Json): Json => (isObject(value) ? soften(value, direction) : value);
  return fromMembers(
    Object.entries(schema)
      .filter(([keyword, value]) => !isZods(keyword, value, schema, direction))
      .map(([keyword, value]) => {
        if (MAPS.has(keyword) && isObject(value))
          return [keyword, fromMembers(Object.entries(value).map(([name, one]) => [name, inner(one)]))];
        if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(inner)];
        return [keyword, SCHEMAS.has(keyword) ? inner(value) : value];
      }),
  );
}

function isZods(keyword: string, value: Json, { format }: JsonObject, direction: Direction): boolean {
  switch (keyword) {
    case 'additionalProperties':
      return direction === 'output' && (value === false || (isObject(value) && Object.keys(value).length === 0));
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'pattern':
      return format === 'date-time' || format === 'date';
    case 'propertyNames':
      return isObject(value) && Object.keys(value).join() === 'type';
    default:
      return false;
  }
}
