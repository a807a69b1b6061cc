import type { Field, MapType, RecordType } from '../model.js';
import { nameFault } from '../names.js';
import type { Findings } from '../report/findings.js';
import { emptyRecord, get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { ANY, fieldOf } from './reading.js';
import type { Place, Schemas } from './schemas.js';

const IGNORED = ['minProperties', 'maxProperties', 'patternProperties', 'propertyNames'] as const;

/**
 * An `object` schema. Properties not named stay allowed unless `additionalProperties` or `unevaluatedProperties` is false;
 * without a named one it is a map.
 */
export function objectType(reader: Schemas, schema: JsonObject, place: Place, combined: boolean): RecordType | MapType {
  const record = recordType(reader, schema, place, combined);
  if (!record.open) return record;
  const pointer = child(place.pointer, 'additionalProperties');
  const rest = get(schema, 'additionalProperties');
  const isMap = Object.keys(record.fields).length === 0;
  if (isMap && !combined) {
    const of = isObject(rest) ? reader.readAt(rest, { ...place, pointer, depth: place.depth + 1 }) : null;
    return { kind: 'map', of: of === null || of.never ? ANY : of.type };
  }
  if (isObject(rest) && Object.keys(rest).length > 0)
    reader.findings.warn(pointer, 'constraint_ignored', { keyword: 'additionalProperties' });
  return record;
}

function recordType(reader: Schemas, schema: JsonObject, place: Place, combined: boolean): RecordType {
  for (const keyword of IGNORED) {
    if (get(schema, keyword) !== undefined)
      reader.findings.warn(child(place.pointer, keyword), 'constraint_ignored', { keyword });
  }
  const fields = emptyRecord<Field>();
  const required = requiredNames(reader, schema, place);
  readProperties(reader, schema, place, required, fields);
  for (const name of required) {
    if (Object.hasOwn(fields, name) || hasProperty(schema, name) || nameFault(name) !== null) continue;
    // Another part of an allOf may type it; alone it is a field of any value.
    if (!combined) reader.findings.warn(child(place.pointer, 'required'), 'schema_any');
    fields[name] = { type: ANY, required: true };
  }
  return { kind: 'record', fields, ...(isOpen(schema) && { open: true }) };
}

function readProperties(
  reader: Schemas,
  schema: JsonObject,
  place: Place,
  required: ReadonlySet<string>,
  fields: Record<string, Field>,
): void {
  const properties = get(schema, 'properties');
  if (properties === undefined) return;
  const pointer = child(place.pointer, 'properties');
  if (!isObject(properties)) {
    reader.findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(properties) });
    return;
  }
  for (const [name, property] of Object.entries(properties)) {
    const at = child(pointer, name);
    if (!isFieldName(name, at, reader.findings)) continue;
    const reading = reader.readAt(property, { ...place, pointer: at, depth: place.depth + 1 });
    if (reading.never && reading.nullable) {
      // Null means absent, so the field can be left out, but a closed object must not refuse it.
      reader.findings.warn(at, 'schema_inexpressible', { keyword: 'null' });
      fields[name] = { type: ANY, required: false, nullable: true };
    } else if (reading.never) reader.findings.warn(at, 'schema_never');
    else fields[name] = fieldOf(reading, required.has(name) && !(reader.options.requests && reading.readOnly));
  }
}

/** Whether a name can be that of a field; if not, that is an error at `pointer`. */
export function isFieldName(name: string, pointer: string, findings: Findings): boolean {
  const fault = nameFault(name);
  if (fault === 'reserved') findings.error(pointer, 'name_reserved', { name });
  else if (fault !== null) findings.error(pointer, 'name_invalid', { name, why: fault });
  return fault === null;
}

function requiredNames(reader: Schemas, schema: JsonObject, place: Place): ReadonlySet<string> {
  const list = get(schema, 'required');
  // Draft 3 wrote `required: true` inside the property; the object that holds the property cannot see it.
  if (list === undefined || typeof list === 'boolean') return new Set();
  const pointer = child(place.pointer, 'required');
  if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return new Set(list);
  reader.findings.error(pointer, 'wrong_type', { expected: 'array of strings', found: kindOf(list) });
  return new Set();
}

function hasProperty(schema: JsonObject, name: string): boolean {
  const properties = get(schema, 'properties');
  return isObject(properties) && get(properties, name) !== undefined;
}

function isOpen(schema: JsonObject): boolean {
  return get(schema, 'additionalProperties') !== false && get(schema, 'unevaluatedProperties') !== false;
}
