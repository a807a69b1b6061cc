import { CATALOGUE_LIMITS } from '../limits.js';
import { STRING_FORMATS, type Field, type RecordType, type StringFormat, type Type } from '../model.js';
import { nameFault } from '../names.js';
import type { Findings } from '../report/findings.js';
import { emptyRecord, get, isObject, kindOf } from '../report/json.js';
import { child } from '../report/pointer.js';
import { Fields } from './fields.js';

const KINDS = [
  'bool',
  'int',
  'decimal',
  'money',
  'duration',
  'time',
  'string',
  'list',
  'record',
  'map',
  'any',
] as const;
const DURATION_UNITS = ['ms', 's', 'min', 'h', 'd'] as const;
const MONEY_UNITS = ['major', 'minor'] as const;
const CURRENCY = /^[A-Z]{3}$/;

/** A type in our own form. Reports what is wrong and answers `any` in its place, so that reading goes on. */
export function readType(value: unknown, pointer: string, findings: Findings, depth = 0): Type {
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return { kind: 'any' };
  if (depth > CATALOGUE_LIMITS.depth) {
    findings.error(pointer, 'too_deep', { limit: CATALOGUE_LIMITS.depth });
    return { kind: 'any' };
  }
  fields.required('kind');
  const kind = fields.oneOf('kind', KINDS);
  const type = kind === undefined ? undefined : readKind(kind, fields, findings, depth);
  if (type === undefined) return { kind: 'any' };
  fields.done();
  return type;
}

function readKind(kind: Type['kind'], fields: Fields, findings: Findings, depth: number): Type {
  switch (kind) {
    case 'bool':
    case 'time':
    case 'any':
      return { kind };
    case 'int':
      return { kind, ...bounds(fields, findings), ...optional('unit', fields.string('unit')) };
    case 'decimal':
      return {
        kind,
        ...decimalBounds(fields, findings),
        ...optional('unit', fields.string('unit')),
      };
    case 'duration':
      return { kind, ...optional('unit', fields.oneOf('unit', DURATION_UNITS)) };
    case 'money':
      return {
        kind,
        ...optional('unit', fields.oneOf('unit', MONEY_UNITS)),
        ...optional('currency', currency(fields.string('currency'), fields.at('currency'), findings)),
        ...optional('currencyFrom', fields.string('currencyFrom')),
        ...optional('currencies', currencies(fields, findings)),
        ...bounds(fields, findings),
      };
    case 'string': {
      fields.required('format');
      const format = fields.oneOf('format', STRING_FORMATS) ?? 'text';
      return {
        kind,
        format,
        ...optional('enum', values(fields, 'enum', findings)),
        ...range(fields, 'minLength', 'maxLength', findings, 0),
        ...optional('base', base(fields, format, findings)),
      };
    }
    case 'list':
      return {
        kind,
        of: readType(fields.required('of') ?? { kind: 'any' }, fields.at('of'), findings, depth + 1),
        ...optional('maxItems', fields.integer('maxItems', 0)),
      };
    case 'map':
      return { kind, of: readType(fields.required('of') ?? { kind: 'any' }, fields.at('of'), findings, depth + 1) };
    case 'record':
      return {
        kind,
        fields: readFields(fields.required('fields') ?? {}, fields.at('fields'), findings, depth + 1),
        ...optional('open', fields.boolean('open')),
      };
  }
}

/** A record type; another kind is reported. */
export function readRecord(value: unknown, pointer: string, findings: Findings): RecordType {
  const type = readType(value, pointer, findings);
  if (type.kind === 'record') return type;
  const found = isObject(value) ? get(value, 'kind') : undefined;
  if (KINDS.some((kind) => kind === found))
    findings.error(child(pointer, 'kind'), 'value_invalid', { value: type.kind, expected: 'record' });
  return { kind: 'record', fields: emptyRecord<Field>() };
}

function readFields(value: unknown, pointer: string, findings: Findings, depth: number): Record<string, Field> {
  const out = emptyRecord<Field>();
  if (!isObject(value)) {
    findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return out;
  }
  for (const [name, entry] of Object.entries(value)) {
    const at = child(pointer, name);
    const fault = nameFault(name);
    if (fault !== null) {
      if (fault === 'reserved') findings.error(at, 'name_reserved', { name });
      else findings.error(at, 'name_invalid', { name, why: fault });
      continue;
    }
    out[name] = readField(entry, at, findings, depth);
  }
  return out;
}

function readField(value: unknown, pointer: string, findings: Findings, depth: number): Field {
  const fields = Fields.of(value, pointer, findings);
  if (fields === null) return { type: { kind: 'any' }, required: false };
  const type = readType(fields.required('type') ?? { kind: 'any' }, fields.at('type'), findings, depth);
  fields.required('required');
  const field: Field = {
    type,
    required: fields.boolean('required') ?? false,
    ...optional('nullable', fields.boolean('nullable')),
    ...optional('description', fields.string('description')),
    ...optional('examples', fields.array('examples')?.slice(0, CATALOGUE_LIMITS.examples)),
    ...optional('default', fields.raw('default')),
  };
  fields.done();
  return field;
}

function bounds(fields: Fields, findings: Findings): { min?: number; max?: number } {
  return range(fields, 'min', 'max', findings, Number.MIN_SAFE_INTEGER);
}

function range<L extends string, H extends string>(
  fields: Fields,
  low: L,
  high: H,
  findings: Findings,
  least: number,
): Partial<Record<L | H, number>> {
  const min = fields.integer(low, least);
  const max = fields.integer(high, least);
  if (min !== undefined && max !== undefined && min > max) findings.error(fields.pointer, 'range_empty', { min, max });
  return { ...optional(low, min), ...optional(high, max) } as Partial<Record<L | H, number>>;
}

/** Bounds in units of the last digit, or of a decimal without a scale as numbers. */
function decimalBounds(fields: Fields, findings: Findings): { scale?: number; min?: number; max?: number } {
  const digits = scale(fields, findings);
  if (digits !== undefined) return { scale: digits, ...bounds(fields, findings) };
  const [min, max] = [fields.number('min'), fields.number('max')];
  if (min !== undefined && max !== undefined && min > max) findings.error(fields.pointer, 'range_empty', { min, max });
  return { ...optional('min', min), ...optional('max', max) };
}

function scale(fields: Fields, findings: Findings): number | undefined {
  const found = fields.integer('scale', 0);
  if (found === undefined || found <= 9) return found;
  findings.error(fields.at('scale'), 'value_invalid', { value: found, expected: 'from 0 to 9' });
  return 9;
}

/** Where relative paths start: an absolute path as it stands in normal form. */
function base(fields: Fields, format: StringFormat, findings: Findings): string | undefined {
  const value = fields.string('base');
  if (value === undefined) return undefined;
  if (format === 'path' && /^\/(?:[^/]+(?:\/[^/]+)*)?$/.test(value) && !/\/\.{1,2}(?:\/|$)|[\\;]/.test(value))
    return value;
  findings.error(fields.at('base'), 'value_invalid', {
    value,
    expected: 'an absolute path, of a string of format path',
  });
  return undefined;
}

function currency(code: string | undefined, pointer: string, findings: Findings): string | undefined {
  if (code !== undefined && !CURRENCY.test(code))
    findings.error(pointer, 'value_invalid', { value: code, expected: 'an ISO 4217 code' });
  return code;
}

function currencies(fields: Fields, findings: Findings): readonly string[] | undefined {
  const codes = values(fields, 'currencies', findings);
  codes?.forEach((code, index) => currency(code, child(fields.at('currencies'), index), findings));
  return codes;
}

function values(fields: Fields, key: string, findings: Findings): readonly string[] | undefined {
  const found = fields.strings(key);
  if (found?.length === 0) findings.error(fields.at(key), 'enum_empty');
  return found === undefined ? undefined : [...new Set(found)];
}

function optional<const K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
