import type { DecimalType, Field, IntType, MoneyType, RecordType, StringType, Type } from '../model.js';
import { readMoney } from '../json-schema/vendor.js';
import type { Findings } from '../report/findings.js';
import { isObject, kindOf } from '../report/json.js';
import { child, tokens } from '../report/pointer.js';
import { Fields } from '../own/fields.js';
import { readType } from '../own/read-type.js';
import { decimalShift } from '../json-schema/numbers.js';

/** What the owner of a document states about the arguments of one tool: for each path, how its type is mended. */
export type ArgumentOverrides = readonly ArgumentOverride[];

interface ArgumentOverride {
  /** The place of the statement, for reports. */
  readonly pointer: string;
  /** As written. */
  readonly path: string;
  readonly steps: readonly string[];
  readonly mend: (type: Type) => Type;
}

/** Reads `args` of an override; null and reports when it is not one. */
export function readArgumentOverrides(value: unknown, pointer: string, findings: Findings): ArgumentOverrides {
  if (value === undefined) return [];
  if (!isObject(value)) {
    findings.error(pointer, 'wrong_type', { expected: 'object', found: kindOf(value) });
    return [];
  }
  return Object.entries(value).flatMap(([path, entry]): ArgumentOverride[] => {
    const at = child(pointer, path);
    const mend = readMend(entry, at, findings);
    return mend ? [{ pointer: at, path, steps: stepsOf(path), mend }] : [];
  });
}

/** Mends the arguments of a tool. A path that leads nowhere is reported, and so is a currency that no text beside it names. */
export function mendArguments(args: RecordType, overrides: ArgumentOverrides, findings: Findings): RecordType {
  const mended = overrides.reduce((record, override) => {
    const type = mendAt(record, override, 0, findings);
    return type?.kind === 'record' ? type : record;
  }, args);
  for (const { steps, pointer } of overrides) checkCurrency(mended, steps, pointer, findings);
  return mended;
}

/** `to[]`, `meta.*.price`, or a pointer for names with a point in them: `/odd.name`. */
function stepsOf(path: string): readonly string[] {
  const pointed = path.startsWith('/') ? tokens(path) : null;
  return (
    pointed ??
    path.split('.').flatMap((step) => {
      const items = /^(.*?)((?:\[\])*)$/.exec(step);
      return [items?.[1] ?? step, ...(items?.[2]?.match(/\[\]/g) ?? [])];
    })
  );
}

/** The type with what is mended in it; null when the rest of the path leads nowhere. */
function mendAt(type: Type, override: ArgumentOverride, at: number, findings: Findings): Type | null {
  const { steps, path, pointer, mend } = override;
  const step = steps[at];
  if (step === undefined) return mend(type);
  const inner = (of: Type): Type | null => mendAt(of, override, at + 1, findings);
  if ((type.kind === 'list' && step === '[]') || (type.kind === 'map' && step === '*')) {
    const of = inner(type.of);
    return of && { ...type, of };
  }
  const field = type.kind === 'record' ? fieldOf(type, step) : undefined;
  if (type.kind !== 'record' || !field) {
    findings.error(pointer, 'override_argument_unknown', { path, known: namesIn(type) });
    return null;
  }
  const changed = inner(field.type);
  // A copy of its own: the fields of a document have no prototype.
  const fields = Object.assign(Object.create(null) as Record<string, Field>, type.fields);
  if (changed) fields[step] = { ...field, type: changed };
  return { ...type, fields };
}

const fieldOf = ({ fields }: RecordType, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function namesIn(type: Type): string {
  if (type.kind === 'list') return '[]';
  if (type.kind === 'map') return '*';
  return type.kind === 'record' ? Object.keys(type.fields).join(', ') : '-';
}

/** The record a path ends in must have a text where the money at its end takes its currency from. */
function checkCurrency(args: RecordType, steps: readonly string[], pointer: string, findings: Findings): void {
  let type: Type = args;
  let record = args;
  for (const step of steps) {
    if (type.kind === 'list' || type.kind === 'map') {
      type = type.of;
      continue;
    }
    if (type.kind !== 'record') return;
    record = type;
    const next = fieldOf(type, step);
    if (!next) return;
    ({ type } = next);
  }
  if (type.kind !== 'money' || type.currencyFrom === undefined) return;
  const { currencyFrom } = type;
  if (fieldOf(record, currencyFrom)?.type.kind !== 'string')
    findings.error(child(pointer, 'money'), 'currency_from_unknown', { field: currencyFrom });
}

/** Reads `{format, enum, base, scale, money, type}`; null and reports when it says nothing that can be. */
function readMend(entry: unknown, pointer: string, findings: Findings): ((type: Type) => Type) | null {
  const fields = Fields.of(entry, pointer, findings);
  if (fields === null) return null;
  const own = fields.raw('type');
  const money = fields.raw('money');
  const scale = fields.integer('scale', 0);
  const texts = { format: fields.raw('format'), enum: fields.raw('enum'), base: fields.raw('base') };
  fields.done();
  const given = { type: own, money, scale, ...texts };
  const members = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const first = members.find((name) => !(name in texts)) ?? members[0];
  const ofText = members.filter((name) => name in texts);
  if (first === undefined) {
    findings.error(pointer, 'field_missing', { field: 'type' });
    return null;
  }
  if (members.length !== 1 && ofText.length !== members.length) {
    findings.error(pointer, 'override_alone', { member: first });
    return null;
  }
  if (own !== undefined) {
    const type = readType(own, child(pointer, 'type'), findings);
    return () => type;
  }
  if (money !== undefined) {
    const stated = readMoney(money, child(pointer, 'money'), findings);
    return (type) => asMoney(type, stated, pointer, findings);
  }
  if (scale !== undefined) return (type) => asDecimal(type, scale, pointer, findings);
  return (type) => asText(type, texts, ofText, pointer, findings);
}

function unfit(type: Type, member: string, pointer: string, findings: Findings): Type {
  findings.error(child(pointer, member), 'override_unfit', { member, type: type.kind });
  return type;
}

/** What is stated goes over what was read, and both are read as one type in our own form, with its checks. */
function asText(
  type: Type,
  texts: Readonly<Record<'format' | 'enum' | 'base', unknown>>,
  members: readonly string[],
  pointer: string,
  findings: Findings,
): Type {
  // A schema that says nothing allows any value: all that is known is what its owner says.
  if (type.kind !== 'string' && type.kind !== 'any') return unfit(type, members[0] ?? 'format', pointer, findings);
  const read: Partial<StringType> = type.kind === 'string' ? type : { kind: 'string', format: 'text' };
  const stated = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return readType({ ...read, kind: 'string', ...stated }, pointer, findings);
}

/** Bounds stay where the number on the wire and the money count the same: minor units. */
function asMoney(type: Type, money: MoneyType, pointer: string, findings: Findings): Type {
  const bare = type.kind === 'int' || type.kind === 'decimal';
  if (!bare && type.kind !== 'string' && type.kind !== 'record' && type.kind !== 'any')
    return unfit(type, 'money', pointer, findings);
  if (bare && money.currency === undefined && money.currencyFrom === undefined) {
    findings.error(child(pointer, 'money'), 'money_currency');
    return type;
  }
  if (type.kind !== 'int' || money.unit !== 'minor') return money;
  const { min, max } = type;
  return { ...money, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

const MAX_SCALE = 9;

function asDecimal(type: Type, scale: number, pointer: string, findings: Findings): Type {
  if (type.kind !== 'int' && type.kind !== 'decimal') return unfit(type, 'scale', pointer, findings);
  if (scale > MAX_SCALE) {
    findings.error(child(pointer, 'scale'), 'value_invalid', { value: scale, expected: 'from 0 to 9' });
    return type;
  }
  const bounds = boundsAt(type, scale);
  return scale === 0 ? { kind: 'int', ...bounds } : { kind: 'decimal', scale, ...bounds };
}

/** The bounds in units of another scale, rounded inwards; one that is too large to be exact is left out. */
function boundsAt(type: IntType | DecimalType, scale: number): Pick<IntType, 'min' | 'max' | 'unit'> {
  const by = scale - (type.kind === 'int' ? 0 : (type.scale ?? 0));
  const at = (bound: number | undefined, round: (value: number) => number): number | undefined => {
    const units = bound === undefined ? undefined : round(Number(decimalShift(bound, by)));
    return Number.isSafeInteger(units) ? units : undefined;
  };
  const [min, max] = [at(type.min, Math.ceil), at(type.max, Math.floor)];
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(type.unit !== undefined && { unit: type.unit }),
  };
}
