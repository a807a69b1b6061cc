import { isDeepStrictEqual } from 'node:util';

/** Data that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes to an object as if every name were an ordinary one: `__proto__` becomes a member and changes nothing else. */
function setMember(target: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** An object with the given members, in their order. */
export function fromMembers(members: Iterable<readonly [string, Json]>): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of members) setMember(result, name, value);
  return result;
}

/** An object with members in the order of their names, so that the same set always gives the same bytes. */
export function sorted(members: Iterable<readonly [string, Json]>): JsonObject {
  return fromMembers([...members].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Equality of data; the order of an object's members does not count. */
export const equal = (a: Json | undefined, b: Json | undefined): boolean => isDeepStrictEqual(a, b);

/** A copy in which `change` was applied to every object, children before parents. */
export function mapObjects(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(fromMembers(Object.entries(value).map(([name, child]) => [name, mapObjects(child, change)])));
}
