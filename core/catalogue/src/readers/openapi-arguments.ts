import { fieldOf } from '../json-schema/reading.js';
import type { SchemaReader } from '../json-schema/schema-reader.js';
import type { Field, RecordType } from '../model.js';
import { nameFault } from '../names.js';
import type { Findings } from '../report/findings.js';
import { emptyRecord, get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { deref } from './openapi-deref.js';

interface Document {
  readonly root: JsonObject;
  readonly reader: SchemaReader;
  readonly findings: Findings;
}

interface Operation {
  readonly item: JsonObject;
  readonly itemPointer: string;
  readonly operation: JsonObject;
  readonly pointer: string;
}

/** Headers that OpenAPI 3 says a parameter object cannot describe. */
const TRANSPORT_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/**
 * One flat record: parameters by name, then the properties of an object body. A second argument of one name becomes
 * `name_in` (`id_query`), or `body_name` when it comes from the body; a body that is no object is the argument `body`.
 */
export function readOperationArguments(document: Document, operation: Operation): RecordType {
  const fields = emptyRecord<Field>();
  const put = (name: string, other: string, field: Field, pointer: string): void => {
    const fault = nameFault(name);
    if (fault === 'reserved') document.findings.error(pointer, 'name_reserved', { name });
    else if (fault !== null) document.findings.error(pointer, 'name_invalid', { name, why: fault });
    else if (!Object.hasOwn(fields, name)) fields[name] = field;
    else if (Object.hasOwn(fields, other)) document.findings.error(pointer, 'tool_duplicate', { name, other });
    else {
      document.findings.warn(pointer, 'argument_renamed', { name, other });
      fields[other] = field;
    }
  };
  for (const parameter of parametersOf(document, operation)) {
    put(parameter.name, `${parameter.name}_${parameter.in}`, parameter.field, parameter.pointer);
  }
  const open = putBody(document, operation, put);
  return { kind: 'record', fields, ...(open && { open: true }) };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly field: Field;
  readonly pointer: string;
}

/** Those of the operation replace those of the path item that have the same name and place. */
function parametersOf(document: Document, { item, itemPointer, operation, pointer }: Operation): Iterable<Parameter> {
  const found = new Map<string, Parameter>();
  for (const [holder, at] of [
    [item, itemPointer],
    [operation, pointer],
  ] as const) {
    const list = get(holder, 'parameters');
    if (list === undefined) continue;
    const listPointer = child(at, 'parameters');
    if (!Array.isArray(list)) {
      document.findings.error(listPointer, 'wrong_type', { expected: 'array', found: kindOf(list) });
      continue;
    }
    list.forEach((value: unknown, index) => {
      const parameter = readParameter(document, value, child(listPointer, index));
      if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter);
    });
  }
  return found.values();
}

function readParameter(document: Document, value: unknown, pointer: string): Parameter | null {
  const found = deref(document.root, value, pointer, document.findings);
  if (found === null) return null;
  const name = get(found.value, 'name');
  const place = get(found.value, 'in');
  if (typeof name !== 'string' || typeof place !== 'string') {
    document.findings.error(found.pointer, 'field_missing', { field: typeof name === 'string' ? 'in' : 'name' });
    return null;
  }
  if (place === 'header' && TRANSPORT_HEADERS.has(name.toLowerCase())) return null;
  const content = get(found.value, 'content');
  const media = isObject(content) ? mediaOf(content, child(found.pointer, 'content')) : null;
  const reading = media
    ? document.reader.read(media.schema, media.pointer)
    : document.reader.read(get(found.value, 'schema') ?? true, child(found.pointer, 'schema'));
  const description = get(found.value, 'description');
  const example = get(found.value, 'example');
  const field = fieldOf(
    {
      ...reading,
      ...(typeof description === 'string' && { description }),
      ...(example !== undefined && { examples: [example] }),
    },
    place === 'path' || get(found.value, 'required') === true,
  );
  return { name, in: place, field, pointer: found.pointer };
}

type Put = (name: string, other: string, field: Field, pointer: string) => void;

/** Returns whether the body takes properties that are not named. */
function putBody(document: Document, { operation, pointer }: Operation, put: Put): boolean {
  const value = get(operation, 'requestBody');
  if (value === undefined) return false;
  const body = deref(document.root, value, child(pointer, 'requestBody'), document.findings);
  if (body === null) return false;
  const required = get(body.value, 'required') === true;
  const content = get(body.value, 'content');
  const media = isObject(content) ? mediaOf(content, child(body.pointer, 'content')) : null;
  if (media === null) {
    document.findings.warn(child(body.pointer, 'content'), 'schema_inexpressible', { keyword: 'content' });
    put('body', 'body_body', { type: { kind: 'any' }, required }, body.pointer);
    return false;
  }
  const reading = document.reader.read(media.schema, media.pointer);
  if (reading.type.kind === 'map') return true;
  if (reading.type.kind !== 'record') {
    put('body', 'body_body', fieldOf(reading, required), media.pointer);
    return false;
  }
  for (const [name, field] of Object.entries(reading.type.fields)) {
    put(name, `body_${name}`, { ...field, required: field.required && required }, media.pointer);
  }
  return reading.type.open === true;
}

/** The JSON body if there is one, else a form, else text, else what any type of media has a schema for. */
function mediaOf(content: JsonObject, pointer: string): { readonly schema: unknown; readonly pointer: string } | null {
  const types = Object.keys(content);
  const chosen =
    types.find((type) => /^application\/([\w.+-]*\+)?json\b/i.test(type)) ??
    types.find((type) => /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) ??
    types.find((type) => /^text\//i.test(type)) ??
    types.find((type) => hasSchema(get(content, type)));
  const media = chosen === undefined ? undefined : get(content, chosen);
  if (chosen === undefined || !isObject(media)) return null;
  return { schema: get(media, 'schema') ?? true, pointer: child(child(pointer, chosen), 'schema') };
}

function hasSchema(media: unknown): boolean {
  return isObject(media) && get(media, 'schema') !== undefined;
}
