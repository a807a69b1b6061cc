import {
  type DecimalType,
  foldsToOneOf,
  type IntType,
  type RecordType,
  type StringType,
  type Type,
} from '@ostiary/catalogue';
import { isRawNumber } from '@ostiary/json';
import { isOfLength } from '../text/characters.js';
import { scaleNumber } from './numbers/decimal.js';
import { isWithin, readNumber } from './numbers/num.js';
import { readMoney } from './numbers/money.js';
import { ILL_TYPED, isMiss, type Outcome, toReading } from './outcome.js';
import { normaliseAs } from './strings.js';
import { parseInstant, readDuration } from './times.js';
import type { RawObject, ReadValue, Siblings, Value } from './value.js';
import { getOrMake } from '../maps.js';

/** Reads raw wire values at one type. Never throws; answers a value, `ill_typed` or `currency_unknown`. */
export type Reader = (raw: unknown, siblings: Siblings) => Outcome;

const readers = new WeakMap<Type, Reader>();

/**
 * The reader of a type, made once for each type object. Nothing is coerced: `"600"`, `[600]` and `6e2` as text are not
 * the number 600; `null` is a value of no type; in an object it is absence. Values outside the bounds, lengths or enum of the type are ill typed.
 */
export function readerOf(type: Type): Reader {
  return getOrMake(readers, type, () => makeReader(type));
}

/**
 * Turns a raw JSON value into a value of `type`.
 *
 * @example readValue({ kind: 'int' }, 600) // { ok: true, value: 600 }
 * @example readValue({ kind: 'int' }, '600') // { ok: false, cause: 'ill_typed' }
 */
export const readValue: ReadValue = (type, raw, siblings) => toReading(readerOf(type)(raw, siblings));

/** What a value of type `any` is read as: it can be neither compared nor looked into. */
const OPAQUE: Value = Object.freeze(Object.create(null) as Record<string, never>);

function makeReader(type: Type): Reader {
  switch (type.kind) {
    case 'bool':
      return (raw) => (typeof raw === 'boolean' ? raw : ILL_TYPED);
    case 'int':
      return boundedNumber(0, type);
    case 'decimal':
      return type.scale === undefined ? anyNumber(type) : boundedNumber(type.scale, type);
    case 'money':
      return (raw, siblings) => readMoney(type, raw, siblings);
    case 'duration':
      return (raw) => readDuration(type, raw);
    case 'time':
      return (raw) => (typeof raw === 'string' ? (parseInstant(raw) ?? ILL_TYPED) : ILL_TYPED);
    case 'string':
      return stringReader(type);
    case 'list':
      return listReader(readerOf(type.of), type.maxItems ?? Number.POSITIVE_INFINITY);
    case 'record':
      return recordReader(type);
    case 'map':
      return mapReader(readerOf(type.of));
    case 'any':
      return () => OPAQUE;
  }
}

function boundedNumber(scale: number, { min = -Infinity, max = Infinity }: IntType | DecimalType): Reader {
  return (raw) => {
    const units = scaleNumber(raw, scale);
    return units !== null && units >= min && units <= max ? units : ILL_TYPED;
  };
}

function anyNumber(bounds: DecimalType): Reader {
  return (raw) => {
    const num = readNumber(raw);
    return num !== null && isWithin(num, bounds) ? num : ILL_TYPED;
  };
}

function stringReader(type: StringType): Reader {
  const { minLength = 0, maxLength = Infinity, enum: spellings } = type;
  const allowed = spellings && new Set(spellings.map((spelling) => normaliseAs(type, spelling)));
  // What is listed in its normal form, as most values are sent, needs no other.
  const normal = allowed && new Set([...allowed].filter((form) => form !== null && normaliseAs(type, form) === form));
  return (raw) => {
    if (typeof raw !== 'string' || !isOfLength(raw, minLength, maxLength)) return ILL_TYPED;
    if (normal?.has(raw) === true) return raw;
    const form = normaliseAs(type, raw);
    if (type.strict === true && form !== raw) return ILL_TYPED;
    return form !== null && (allowed === undefined || allowed.has(form)) ? form : ILL_TYPED;
  };
}

function listReader(item: Reader, maxItems: number): Reader {
  return (raw, siblings) => {
    if (!Array.isArray(raw) || raw.length > maxItems) return ILL_TYPED;
    const values: Value[] = [];
    for (const entry of raw as readonly unknown[]) {
      const value = item(entry, siblings);
      if (isMiss(value)) return value;
      values.push(value);
    }
    return values;
  };
}

/** Would reach the prototype of an object if anybody assigned by it. */
export const RESERVED = '__proto__';

/**
 * An absent field is left out, required or not: it is undefined to whoever reads it. So is what the type does not name; but
 * of a name that only looks like a named one nobody knows which of the two a reader takes.
 */
function recordReader(type: RecordType): Reader {
  const fields = new Map(Object.entries(type.fields).map(([name, field]) => [name, readerOf(field.type)]));
  const isDeceptive = deceptionOf(type);
  return (raw) => {
    if (!isRecord(raw) || isDeceptive(raw)) return ILL_TYPED;
    const record = Object.create(null) as Record<string, Value>;
    for (const name of Object.keys(raw)) {
      const reader = fields.get(name);
      if (reader === undefined || isAbsent(raw[name])) continue;
      const value = reader(raw[name], raw);
      if (isMiss(value)) return value;
      record[name] = value;
    }
    return record;
  };
}

/** Tells objects with a member whose name only looks like one that the type names; keys of maps are data. */
export function deceptionOf(type: Type): (object: RawObject) => boolean {
  if (type.kind !== 'record') return () => false;
  const isDeceptive = foldsToOneOf(Object.keys(type.fields));
  return (object) =>
    Object.keys(object).some((name) => !Object.hasOwn(type.fields, name) && (name === RESERVED || isDeceptive(name)));
}

function mapReader(item: Reader): Reader {
  return (raw) => {
    if (!isRecord(raw)) return ILL_TYPED;
    const map = Object.create(null) as Record<string, Value>;
    for (const key of Object.keys(raw)) {
      if (isAbsent(raw[key])) continue;
      const value = item(raw[key], raw);
      if (isMiss(value)) return value;
      map[key] = value;
    }
    return map;
  };
}

/** JSON null is absence wherever something may be absent. */
export function isAbsent(raw: unknown): raw is null | undefined {
  return raw === undefined || raw === null;
}

/** A JSON object, and no number that is carried as its text. */
export function isRecord(raw: unknown): raw is RawObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !isRawNumber(raw);
}

/** The own member `name` of an object; what a prototype lends it does not count, nor does an explicit undefined. */
export function ownMember(object: RawObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
