import type { DecimalType, Field, IntType, MapType, RecordType, StringType, Type } from '../model.js';
import { canonical, emptyRecord } from '../report/json.js';
import { decimalShift } from './numbers.js';

/** The type of values that both types allow (`allOf`), or null when the model has none. */
export function intersect(a: Type, b: Type): Type | null {
  if (a.kind === 'any') return b;
  if (b.kind === 'any') return a;
  if (a.kind === 'string' && b.kind === 'string') return intersectStrings(a, b);
  if (a.kind === 'record' && b.kind === 'record') return intersectRecords(a, b);
  if (a.kind === 'map' && b.kind === 'map') {
    const of = intersect(a.of, b.of);
    return of && { kind: 'map', of };
  }
  if (a.kind === 'map' && b.kind === 'record') return intersectRecords(fieldsAs(a, b), b);
  if (a.kind === 'record' && b.kind === 'map') return intersectRecords(a, fieldsAs(b, a));
  if (a.kind === 'list' && b.kind === 'list') {
    const of = intersect(a.of, b.of);
    return of && { kind: 'list', of, ...bound('maxItems', lower(a.maxItems, b.maxItems)) };
  }
  if (isNumber(a) && isNumber(b)) return intersectNumbers(a, b);
  return refines(a, b) ? a : refines(b, a) ? b : null;
}

/** What all the types allow, or null when the model has none. Halves are met with halves, so that many records cost little. */
export function intersectAll(types: readonly Type[]): Type | null {
  const [first] = types;
  if (first === undefined) return { kind: 'any' };
  if (types.length === 1) return first;
  const middle = types.length >> 1;
  const left = intersectAll(types.slice(0, middle));
  const right = left && intersectAll(types.slice(middle));
  return right && intersect(left, right);
}

/** A type that takes every value of the alternatives (`anyOf`), and whether it takes more; null when only `any` would. */
export function unite(types: readonly Type[]): { readonly type: Type; readonly exact: boolean } | null {
  const [first, ...rest] = types;
  if (first === undefined) return null;
  const text = canonical(first);
  if (rest.every((type) => canonical(type) === text)) return { type: first, exact: true };
  if (types.every((type) => type.kind === 'string')) return uniteStrings(types);
  if (types.every(isNumber)) return { type: uniteNumbers(types), exact: false };
  if (types.every((type) => type.kind === 'record')) return { type: uniteRecords(types), exact: false };
  if (types.every((type) => type.kind === 'list')) {
    const of = unite(types.map((type) => type.of));
    return of && { type: { kind: 'list', of: of.type }, exact: false };
  }
  if (types.every((type) => type.kind === 'map')) {
    const of = unite(types.map((type) => type.of))?.type ?? { kind: 'any' };
    return { type: { kind: 'map', of }, exact: false };
  }
  // The keys of the one are names of the other: all that is sure is that there are keys.
  if (types.every((type) => type.kind === 'record' || type.kind === 'map'))
    return { type: { kind: 'map', of: { kind: 'any' } }, exact: false };
  return null;
}

/** What a map says about the fields of a record, as a record. */
function fieldsAs({ of }: MapType, record: RecordType): RecordType {
  const fields = emptyRecord<Field>();
  for (const name of Object.keys(record.fields)) fields[name] = { type: of, required: false };
  return { kind: 'record', fields, open: true };
}

type NumberType = IntType | DecimalType;

function isNumber(type: Type): type is NumberType {
  return type.kind === 'int' || type.kind === 'decimal';
}

/** A refined reading of the same wire value: what `x-ostiary` or `format` says about a plain string or number. */
function refines(fine: Type, plain: Type): boolean {
  if (fine.kind === plain.kind) return fine.kind === 'bool' || canonical(fine) === canonical(plain);
  if (fine.kind === 'money')
    return plain.kind === 'string' || isNumber(plain) || plain.kind === 'record' || plain.kind === 'map';
  if (fine.kind === 'duration') return plain.kind === 'string' || isNumber(plain);
  return fine.kind === 'time' && plain.kind === 'string';
}

function intersectStrings(a: StringType, b: StringType): StringType | null {
  if (a.format !== b.format && a.format !== 'text' && b.format !== 'text') return null;
  const both = a.enum && b.enum ? a.enum.filter((value) => b.enum?.includes(value)) : (a.enum ?? b.enum);
  if (both?.length === 0) return null;
  return {
    kind: 'string',
    format: a.format === 'text' ? b.format : a.format,
    ...bound('enum', both),
    ...bound('minLength', higher(a.minLength, b.minLength)),
    ...bound('maxLength', lower(a.maxLength, b.maxLength)),
  };
}

function uniteStrings(types: readonly StringType[]): { type: StringType; exact: boolean } {
  const formats = new Set(types.map((type) => type.format));
  const format = formats.size === 1 ? (types[0] as StringType).format : 'text';
  if (types.every((type) => type.enum !== undefined)) {
    const values = [...new Set(types.flatMap((type) => type.enum ?? []))];
    return { type: { kind: 'string', format, enum: values }, exact: formats.size === 1 };
  }
  return { type: { kind: 'string', format }, exact: false };
}

function intersectNumbers(a: NumberType, b: NumberType): NumberType {
  const scale = Math.min(scaleOf(a), scaleOf(b));
  const unit = bound('unit', a.unit ?? b.unit);
  const min = bound('min', higher(rescale(a, 'min', scale), rescale(b, 'min', scale)));
  const max = bound('max', lower(rescale(a, 'max', scale), rescale(b, 'max', scale)));
  return a.kind === 'int' || b.kind === 'int'
    ? { kind: 'int', ...min, ...max, ...unit }
    : { kind: 'decimal', ...ofScale(scale), ...min, ...max, ...unit };
}

function uniteNumbers(types: readonly NumberType[]): NumberType {
  const scale = Math.max(...types.map(scaleOf));
  const mins = types.map((type) => rescale(type, 'min', scale));
  const maxs = types.map((type) => rescale(type, 'max', scale));
  const min = mins.every((value) => value !== undefined) ? bound('min', Math.min(...mins)) : {};
  const max = maxs.every((value) => value !== undefined) ? bound('max', Math.max(...maxs)) : {};
  return types.every((type) => type.kind === 'int')
    ? { kind: 'int', ...min, ...max }
    : { kind: 'decimal', ...ofScale(scale), ...min, ...max };
}

/** Digits after the point; infinite without a scale. */
function scaleOf(type: NumberType): number {
  return type.kind === 'int' ? 0 : (type.scale ?? Infinity);
}

const ofScale = (scale: number): { scale?: number } => (scale === Infinity ? {} : { scale });
const placesOf = (scale: number): number => (scale === Infinity ? 0 : scale);

/** A bound as a type of `scale` has it: rounded inwards to its units, and absent when it would leave the safe integers. */
function rescale(type: NumberType, which: 'min' | 'max', scale: number): number | undefined {
  const value = type[which];
  if (value === undefined) return undefined;
  const scaled = Number(decimalShift(value, placesOf(scale) - placesOf(scaleOf(type))));
  if (scale === Infinity) return scaled;
  const rounded = which === 'min' ? Math.ceil(scaled) : Math.floor(scaled);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}

function intersectRecords(a: RecordType, b: RecordType): RecordType | null {
  const fields = emptyRecord<Field>();
  for (const [name, field] of Object.entries(a.fields)) fields[name] = field;
  for (const [name, field] of Object.entries(b.fields)) {
    const other = fields[name];
    const type = other ? intersect(other.type, field.type) : field.type;
    if (type === null) return null;
    const { nullable: _, ...rest } = { ...field, ...other };
    const nullable = takesNull(field, other);
    fields[name] = {
      ...rest,
      type,
      required: !nullable && (field.required || (other?.required ?? false)),
      ...bound('nullable', nullable || undefined),
    };
  }
  return { kind: 'record', fields, ...bound('open', a.open && b.open ? true : undefined) };
}

/** Null fits both when one says so and the other does not deny it: a field of any value says nothing about null. */
function takesNull(field: Field, other: Field | undefined): boolean {
  const both = other === undefined ? [field] : [field, other];
  return (
    both.some(({ nullable }) => nullable === true) &&
    both.every(({ nullable, type }) => nullable === true || type.kind === 'any')
  );
}

function uniteRecords(types: readonly RecordType[]): RecordType {
  const fields = emptyRecord<Field>();
  const named = new Map<string, Field[]>();
  for (const [name, field] of types.flatMap((type) => Object.entries(type.fields))) {
    const others = named.get(name);
    if (others) others.push(field);
    else named.set(name, [field]);
  }
  for (const [name, found] of named) {
    const type = unite(found.map((field) => field.type))?.type ?? { kind: 'any' };
    const required = found.length === types.length && found.every((field) => field.required);
    const nullable = found.some((field) => field.nullable) ? { nullable: true } : {};
    fields[name] = { ...(found[0] as Field), type, required, ...nullable };
  }
  return { kind: 'record', fields, ...bound('open', types.some((type) => type.open) ? true : undefined) };
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

function higher(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}

function bound<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
