import { ContractError } from '../contract-error.js';
import { fromMembers, isObject, type Json, type JsonObject } from '../json.js';

/**
 * The JSON Schema of one request object whose members come from two schemas: the host's own fields and a mode's body.
 * Where the body is one of several objects, each alternative gets the host's fields. Members the body names are not
 * changed; other members are refused, as the service does.
 * @param body an object schema, or `oneOf` / `anyOf` of such; `$ref` is followed by `lookup`
 * @throws ContractError when the body is something else or names a field of the host's
 */
export function combine(
  envelope: JsonObject,
  body: JsonObject,
  lookup: (reference: string) => JsonObject | undefined,
  where: string,
): JsonObject {
  if (typeof body['$ref'] === 'string') {
    const target = lookup(body['$ref']);
    if (target === undefined) throw new ContractError(`${where}: ${body['$ref']} leads nowhere`);
    return combine(envelope, { ...target, ...without(body, ['$ref']) }, lookup, where);
  }
  for (const union of ['oneOf', 'anyOf'] as const) {
    const alternatives = body[union];
    if (!Array.isArray(alternatives)) continue;
    return {
      ...without(body, [union, 'type']),
      [union]: alternatives.map((one: Json) => combine(envelope, isObject(one) ? one : {}, lookup, where)),
    };
  }
  if (body['type'] !== 'object')
    throw new ContractError(`${where}: the request must be an object or one of several objects`);
  return joined(envelope, body, where);
}

function joined(envelope: JsonObject, body: JsonObject, where: string): JsonObject {
  const own = members(envelope);
  const theirs = members(body);
  const clash = Object.keys(theirs).find((name) => Object.hasOwn(own, name));
  if (clash !== undefined) throw new ContractError(`${where}: the field ${clash} is the host's`);
  return {
    ...without(body, ['properties', 'required', 'additionalProperties']),
    properties: fromMembers([...Object.entries(own), ...Object.entries(theirs)]),
    required: [...required(envelope), ...required(body)],
    additionalProperties: false,
  };
}

function members(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isObject(properties) ? properties : {};
}

function required(schema: JsonObject): readonly Json[] {
  return Array.isArray(schema['required']) ? (schema['required'] as Json[]) : [];
}

function without(schema: JsonObject, names: readonly string[]): JsonObject {
  return fromMembers(Object.entries(schema).filter(([name]) => !names.includes(name)));
}
