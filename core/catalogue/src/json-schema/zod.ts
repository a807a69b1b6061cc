import { get, isObject, type JsonObject } from '../report/json.js';

/** An object of Zod as JSON.stringify writes it: `_def` in version 3, `def` in 4, and what all libraries of its kind share. */
export function isZod(value: JsonObject): boolean {
  const [third, fourth] = [get(value, '_def'), get(value, 'def')];
  return (
    isObject(get(value, '~standard')) ||
    (isObject(third) && typeof get(third, 'typeName') === 'string') ||
    (isObject(fourth) && typeof get(fourth, 'type') === 'string' && get(fourth, 'type') === get(value, 'type'))
  );
}
