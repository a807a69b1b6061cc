import { CATALOGUE_LIMITS } from '../limits.js';
import type { Type } from '../model.js';
import { canonical, deeperThan, get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { decimalPlaces, numberType } from './numbers.js';
import { objectType } from './objects.js';
import { ANY, type SchemaReading } from './reading.js';
import type { Place, Schemas } from './schemas.js';
import { stringType } from './strings.js';
import type { SchemaVendor } from './vendor.js';

const TYPE_NAMES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
/** A set of values counts as a type for each so many of them. */
const VALUES_OF_A_TYPE = 10;
type TypeName = (typeof TYPE_NAMES)[number];

/**
 * What the keywords of one schema itself say, references and combinations aside; null when they say nothing.
 * `combined`: the schema also has `$ref`, `allOf`, `anyOf` or `oneOf`.
 */
export function baseType(
  reader: Schemas,
  schema: JsonObject,
  vendor: SchemaVendor,
  place: Place,
  combined: boolean,
): SchemaReading | null {
  const values = enumeration(reader, schema, place);
  const declared = typeNames(reader, schema, place);
  const named = declared ?? impliedTypes(schema, values);
  if (named === null) return null;
  const free = declared === null && values === undefined ? { freeOfNull: true } : {};
  const nullable = named.includes('null') && (values === undefined || values.includes(null));
  const kinds = named
    .filter((name) => name !== 'null')
    .filter((name) => name !== 'integer' || !named.includes('number'));
  const [kind] = kinds;
  if (kind === undefined) return { type: ANY, nullable: true, never: true };
  if (kinds.length > 1) {
    reader.findings.warn(place.pointer, 'schema_inexpressible', { keyword: kinds.join(' | ') });
    return { type: ANY, nullable };
  }
  const fitting = values?.filter(
    (value) => typeNameOf(value) === kind || (kind === 'number' && typeNameOf(value) === 'integer'),
  );
  const unfit = fitting?.length === 0;
  if (unfit) reader.findings.warn(child(place.pointer, 'enum'), 'enum_unfit', { type: kind });
  return {
    type: typeOf(reader, kind, schema, vendor, unfit ? undefined : fitting, place, combined),
    nullable,
    ...free,
  };
}

function typeOf(
  reader: Schemas,
  kind: Exclude<TypeName, 'null'>,
  schema: JsonObject,
  vendor: SchemaVendor,
  values: readonly unknown[] | undefined,
  place: Place,
  combined: boolean,
): Type {
  const { findings } = reader;
  const { pointer } = place;
  switch (kind) {
    case 'string':
      return stringType(schema, values as readonly string[] | undefined, vendor.format, pointer, findings);
    case 'boolean':
      if (values?.length === 1) findings.warn(pointer, 'constraint_ignored', { keyword: 'enum' });
      return { kind: 'bool' };
    case 'integer':
    case 'number': {
      if (!values) return numberType(schema, kind === 'integer', vendor.scale, pointer, findings);
      const numbers = values as readonly number[];
      if (numbers.length > 1) findings.warn(pointer, 'constraint_ignored', { keyword: 'enum' });
      const scale = vendor.scale ?? Math.max(...numbers.map(decimalPlaces));
      return numberType(
        { minimum: Math.min(...numbers), maximum: Math.max(...numbers) },
        kind === 'integer',
        scale,
        pointer,
        findings,
      );
    }
    case 'array':
      if (values) findings.warn(pointer, 'constraint_ignored', { keyword: 'enum' });
      return listType(reader, schema, place);
    case 'object':
      if (values) findings.warn(pointer, 'constraint_ignored', { keyword: 'enum' });
      return objectType(reader, schema, place, combined);
  }
}

function listType(reader: Schemas, schema: JsonObject, place: Place): Type {
  const { findings } = reader;
  for (const keyword of ['minItems', 'uniqueItems', 'contains']) {
    const value = get(schema, keyword);
    if (value !== undefined && value !== 0 && value !== false)
      findings.warn(child(place.pointer, keyword), 'constraint_ignored', { keyword });
  }
  const tuple = ['prefixItems', 'items'].find((keyword) => Array.isArray(get(schema, keyword)));
  const maxItems = get(schema, 'maxItems');
  const bound = typeof maxItems === 'number' && Number.isSafeInteger(maxItems) && maxItems >= 0 ? { maxItems } : {};
  if (tuple !== undefined) {
    findings.warn(child(place.pointer, tuple), 'schema_inexpressible', { keyword: tuple });
    return { kind: 'list', of: ANY, ...bound };
  }
  const pointer = child(place.pointer, 'items');
  const items = reader.readAt(get(schema, 'items') ?? true, { ...place, pointer, depth: place.depth + 1 });
  if (items.nullable) findings.warn(pointer, 'null_item');
  // No item fits: what is left is the empty list.
  if (items.never && !items.nullable) return { kind: 'list', of: ANY, maxItems: 0 };
  return { kind: 'list', of: items.type, ...bound };
}

function enumeration(reader: Schemas, schema: JsonObject, place: Place): readonly unknown[] | undefined {
  const constant = get(schema, 'const');
  if (constant !== undefined) return [constant];
  const values = get(schema, 'enum');
  if (values === undefined) return undefined;
  const limit = CATALOGUE_LIMITS.depth;
  if (Array.isArray(values) && !reader.charge(Math.floor(values.length / VALUES_OF_A_TYPE), place.pointer))
    return undefined;
  if (deeperThan(values, limit)) {
    reader.findings.error(child(place.pointer, 'enum'), 'too_deep', { limit });
    return undefined;
  }
  if (Array.isArray(values)) return [...new Map(values.map((value: unknown) => [canonical(value), value])).values()];
  reader.findings.error(child(place.pointer, 'enum'), 'wrong_type', { expected: 'array', found: kindOf(values) });
  return undefined;
}

function typeNames(reader: Schemas, schema: JsonObject, place: Place): readonly TypeName[] | null {
  const type = get(schema, 'type');
  if (type === undefined) return null;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const known = names.map((name) =>
    typeof name === 'string' ? (reader.options.typeAliases?.get(name.toLowerCase()) ?? name) : name,
  );
  const wrong = known.find((name) => !(TYPE_NAMES as readonly unknown[]).includes(name) && name !== 'any');
  if (wrong !== undefined) {
    reader.findings.error(child(place.pointer, 'type'), 'value_invalid', {
      value: typeof wrong === 'string' ? wrong : kindOf(wrong),
      expected: `one of ${TYPE_NAMES.join(', ')}`,
    });
    return null;
  }
  return known.includes('any') ? null : [...new Set(known as TypeName[])];
}

/** Without `type`: what the values of an enum are, or what the keywords are about. */
function impliedTypes(schema: JsonObject, values: readonly unknown[] | undefined): readonly TypeName[] | null {
  if (values) return [...new Set(values.map(typeNameOf))];
  if (['properties', 'required', 'additionalProperties'].some((keyword) => get(schema, keyword) !== undefined))
    return ['object'];
  if (['items', 'prefixItems'].some((keyword) => get(schema, keyword) !== undefined)) return ['array'];
  return null;
}

function typeNameOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}
