import {
  confusableSkeleton,
  type Field,
  isDeceptive,
  type RecordType,
  type StringType,
  toolNameKey,
  type Type,
} from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { DeclaredRecord, DeclaredType, Name } from '../../syntax/ast.js';
import { nearestNames } from '../../text/nearest.js';
import { minorDigits } from '../../values/currencies.js';
import { scaleDecimal } from '../../values/numbers/decimal.js';
import { parseNum } from '../../values/numbers/num.js';
import { normaliseString } from '../../values/strings.js';
import { rename } from '../rename.js';
import { DECLARED_TYPES, namedType, typeTerm } from '../../values/types.js';
import { reportName } from './names.js';
import { reportDigits } from '../literals.js';

/** The record that `(path: path, mode?: keyword, ...)` declares. */
export function recordOf({ fields, open }: DeclaredRecord, sink: DiagnosticSink): RecordType {
  const made = Object.create(null) as Record<string, Field>;
  const byKey = new Map<string, string>();
  const bySkeleton = new Map<string, string>();
  for (const { name, optional, type } of fields) {
    const lower = name.text.toLowerCase();
    const twin = byKey.get(toolNameKey(lower));
    const like = bySkeleton.get(confusableSkeleton(lower));
    const other = twin ?? (like !== undefined && isDeceptive(like, lower) ? like : undefined);
    if (twin === name.text) sink.report('declaration_repeated', name.span, { name: name.text });
    else if (other !== undefined) sink.report('declaration_alike', name.span, { name: name.text, other });
    else reportName(name, sink);
    byKey.set(toolNameKey(lower), name.text);
    bySkeleton.set(confusableSkeleton(lower), lower);
    // A name that was reported may be one that no object should get.
    if (name.text !== '__proto__') made[name.text] = { type: typeOf(type, sink), required: !optional };
  }
  return { kind: 'record', fields: made, ...(open && { open }) };
}

function typeOf(declared: DeclaredType, sink: DiagnosticSink): Type {
  switch (declared.kind) {
    case 'list':
      return { kind: 'list', of: typeOf(declared.of, sink) };
    case 'map':
      return { kind: 'map', of: typeOf(declared.of, sink) };
    case 'fields':
      return recordOf(declared.record, sink);
    case 'named':
      return namedTypeOf(declared, sink);
  }
}

type Named = Extract<DeclaredType, { kind: 'named' }>;

function namedTypeOf(declared: Named, sink: DiagnosticSink): Type {
  const { name, currency, values, bounds, span } = declared;
  const type = name.text === 'any' ? ({ kind: 'any' } as const) : namedType(name.text);
  if (!type) {
    const [best] = nearestNames(name.text, DECLARED_TYPES);
    const types = DECLARED_TYPES.join(', ');
    sink.report('param_type_unknown', name.span, { name: name.text, types }, rename(name, best));
    return { kind: 'any' };
  }
  const misfit = (detail: string): Type => {
    sink.report('declared_type_detail', span, { detail, type: typeTerm(type) });
    return type;
  };
  if (currency && type.kind !== 'money') return misfit(currency.text);
  if (values && type.kind !== 'string' && type.kind !== 'money') return misfit('in [...]');
  if (bounds && type.kind !== 'int' && type.kind !== 'decimal' && type.kind !== 'money') return misfit('..');
  switch (type.kind) {
    case 'string':
      return values ? enumOf(type, values, sink) : type;
    case 'money':
      return moneyOf(declared, sink) ?? type;
    case 'int':
      return { ...type, ...boundsOf(declared, 0, type, sink) };
    case 'decimal':
      return { ...type, ...boundsOf(declared, type.scale ?? null, type, sink) };
    default:
      return type;
  }
}

function enumOf(type: StringType, values: readonly Name[], sink: DiagnosticSink): Type {
  for (const { text, span } of values) {
    if (normaliseString(type.format, text) !== null) continue;
    sink.report('literal_invalid', span, { literal: JSON.stringify(text), type: typeTerm(type) });
  }
  return { ...type, enum: values.map(({ text }) => text) };
}

/** `money`, `money EUR`, `money in ["EUR", "USD"]`; bounds need the one currency they are in. */
function moneyOf(declared: Named, sink: DiagnosticSink): Type | null {
  const { currency, values, bounds, span } = declared;
  const codes = currency ? [currency] : (values ?? []);
  for (const { text, span: at } of codes) {
    if (minorDigits(text) === null) sink.report('currency_unknown', at, { code: text });
  }
  if ((currency && values) || (bounds && !currency))
    return sink.reject('declared_type_detail', span, { detail: bounds ? '..' : 'in [...]', type: '#type.money' });
  if (!currency) return { kind: 'money', ...(values && { currencies: values.map(({ text }) => text) }) };
  const money = { kind: 'money', currency: currency.text, currencies: [currency.text] } as const;
  return { ...money, ...boundsOf(declared, minorDigits(currency.text) ?? 0, money, sink) };
}

function boundsOf(
  { bounds, span }: Named,
  scale: number | null,
  type: Type,
  sink: DiagnosticSink,
): { readonly min?: number; readonly max?: number } {
  const [min, max] = [bounds?.min, bounds?.max].map((bound) => bound && boundOf(bound, scale, type, sink));
  if (min !== undefined && max !== undefined && min > max) {
    sink.report('declared_range_empty', span, { min: bounds?.min?.text ?? '', max: bounds?.max?.text ?? '' });
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** In units of the last digit; without a scale the number itself. */
function boundOf({ text, span }: Name, scale: number | null, type: Type, sink: DiagnosticSink): number | undefined {
  if (scale === null) {
    const num = parseNum(text);
    // A catalogue keeps its bounds as numbers of JSON.
    if (typeof num === 'number') return num;
    sink.report('literal_too_precise', span, { literal: text, type: typeTerm(type) });
    return undefined;
  }
  const units = scaleDecimal(text, scale);
  if (units !== null) return units;
  reportDigits({ text, span }, text, scale, type, sink);
  return undefined;
}
