import type { MoneyType, StringType, Type } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Literal, LiteralValue, Name, Span } from '../syntax/ast.js';
import { literalText } from '../syntax/print/expressions.js';
import { nearestNames } from '../text/nearest.js';
import { minorDigits } from '../values/currencies.js';
import { scaleDecimal } from '../values/numbers/decimal.js';
import { MAX_PLACES, parseNum } from '../values/numbers/num.js';
import { moneyOf } from '../values/numbers/money.js';
import { normaliseAs } from '../values/strings.js';
import { parseDate, parseInstant } from '../values/times.js';
import type { Num, Value } from '../values/value.js';
import { baseOf, DECIMAL, typeTerm } from '../values/types.js';
import { getOrMake } from '../maps.js';

/** The type a constant has when nothing beside it says more. */
export function ownType(value: LiteralValue): Type {
  switch (value.type) {
    case 'string':
      return { kind: 'string', format: 'text' };
    case 'decimal':
      return ownDecimal(value.digits);
    case 'bool':
    case 'int':
    case 'money':
    case 'duration':
      return { kind: value.type };
  }
}

/** With the scale it is written with, where a scale can hold it. */
function ownDecimal(digits: string): Type {
  const scale = digits.length - digits.indexOf('.') - 1;
  return scale <= 9 && scaleDecimal(digits, scale) !== null ? { kind: 'decimal', scale } : DECIMAL;
}

/**
 * The value of a constant at the type of what it stands beside, in normal form; null (and a report) when it has none.
 * `path` names the other side in reports.
 */
export function literalAt(literal: Literal, type: Type, path: string, sink: DiagnosticSink): Value | null {
  const { value, span } = literal;
  switch (type.kind) {
    case 'bool':
      return value.type === 'bool' ? value.value : mistyped(literal, type, sink);
    case 'int':
    case 'decimal':
      return numberAt(literal, type, sink);
    case 'money':
      return moneyAt(literal, type, sink);
    case 'duration':
      return value.type === 'duration' ? value.ms : mistyped(literal, type, sink);
    case 'time':
      return timeAt(literal, type, sink);
    case 'string':
      return value.type === 'string' ? stringAt(value.value, span, type, path, sink) : mistyped(literal, type, sink);
    case 'list':
    case 'record':
    case 'map':
    case 'any':
      return sink.reject('not_comparable', span, { type: typeTerm(type) });
  }
}

function mistyped({ value, span }: Literal, type: Type, sink: DiagnosticSink): null {
  const isProduct = value.type === 'money' && type.kind === 'decimal' && type.scale === undefined;
  const advice = isProduct ? '#advice.money' : '';
  return sink.reject('literal_type', span, { literal: literalText(value), type: typeTerm(type), advice });
}

function numberAt(
  literal: Literal,
  type: Extract<Type, { kind: 'int' | 'decimal' }>,
  sink: DiagnosticSink,
): Num | null {
  const { value, span } = literal;
  if (value.type !== 'int' && value.type !== 'decimal') return mistyped(literal, type, sink);
  const scale = type.kind === 'int' ? 0 : (type.scale ?? MAX_PLACES);
  const units =
    type.kind === 'decimal' && type.scale === undefined ? parseNum(value.digits) : scaleDecimal(value.digits, scale);
  if (units === null) reportDigits({ text: literalText(value), span }, value.digits, scale, type, sink);
  return units;
}

/** Reports a number that no value of a type can be: it has more digits after the point, or too many before it. */
export function reportDigits(
  { text, span }: Name,
  digits: string,
  scale: number,
  type: Type,
  sink: DiagnosticSink,
): void {
  const fraction = digits.split('.')[1]?.replace(/0+$/, '') ?? '';
  if (fraction.length > scale) sink.report('literal_too_precise', span, { literal: text, type: typeTerm(type) });
  else sink.report('number_too_large', span, { text });
}

function moneyAt(literal: Literal, type: MoneyType, sink: DiagnosticSink): Value | null {
  const { value, span } = literal;
  if (value.type === 'int' || value.type === 'decimal') {
    const [currency] = type.currency === undefined ? (type.currencies ?? []) : [type.currency];
    const fix = currency === undefined ? undefined : { span, text: `${literalText(value)} ${currency}` };
    return sink.reject('money_bare_number', span, { literal: literalText(value) }, fix);
  }
  if (isQuotedMoney(literal, sink)) return null;
  if (value.type !== 'money') return mistyped(literal, type, sink);
  if (minorDigits(value.currency) === null) return sink.reject('currency_unknown', span, { code: value.currency });
  const possible = possibleCurrencies(type);
  if (possible && !possible.includes(value.currency))
    return sink.reject('currency_mismatch', span, { left: possible.join(' | '), right: value.currency });
  const money = moneyOf(value.digits, value.currency);
  if (typeof money !== 'symbol') return money;
  const tooPrecise = (value.digits.split('.')[1] ?? '').length > (minorDigits(value.currency) ?? 0);
  if (tooPrecise) sink.report('literal_too_precise', span, { literal: literalText(value), type: typeTerm(type) });
  else sink.report('number_too_large', span, { text: literalText(value) });
  return null;
}

/** The currencies values of a money type can have, or null when any. */
export function possibleCurrencies(type: MoneyType): readonly string[] | null {
  return type.currencies ?? (type.currency === undefined ? null : [type.currency]);
}

/** An amount as the wire has it, digits and a currency in one string, where the language has a literal for it. */
const QUOTED_MONEY = /^-?\d[\d_]*(?:\.\d+)? ?[A-Z]{3}$/;

/** Reports an amount in quotes. Without a catalogue it is what makes an ordered attribute a time by mistake. */
function isQuotedMoney({ value, span }: Literal, sink: DiagnosticSink): boolean {
  if (value.type !== 'string' || !QUOTED_MONEY.test(value.value)) return false;
  sink.report('money_quoted', span, { text: value.value }, { span, text: value.value });
  return true;
}

function timeAt(literal: Literal, type: Type, sink: DiagnosticSink): number | null {
  const { value, span } = literal;
  if (value.type !== 'string') return mistyped(literal, type, sink);
  if (isQuotedMoney(literal, sink)) return null;
  const ms = parseInstant(value.value) ?? parseDate(value.value);
  if (ms === null) sink.report('literal_invalid', span, { literal: literalText(value), type: typeTerm(type) });
  return ms;
}

function stringAt(text: string, span: Span, type: StringType, path: string, sink: DiagnosticSink): string | null {
  const form = normaliseAs(type, text);
  if (form === null)
    return sink.reject('literal_invalid', span, { literal: JSON.stringify(text), type: typeTerm(baseOf(type)) });
  if (!type.enum || normalForms(type.enum, type).has(form)) return form;
  if (sink.isFull) return null;
  const [best] = nearestNames(text, type.enum);
  return sink.reject(
    'enum_unknown',
    span,
    { value: JSON.stringify(text), path, values: shortList(type.enum) },
    best === undefined ? undefined : { span, text: JSON.stringify(best) },
  );
}

const MAX_SHOWN = 50;

function shortList(values: readonly string[]): string {
  const shown = values.slice(0, MAX_SHOWN).map((each) => JSON.stringify(each));
  return [...shown, ...(values.length > MAX_SHOWN ? [`+${String(values.length - MAX_SHOWN)}`] : [])].join(', ');
}

const knownForms = new WeakMap<StringType, ReadonlySet<string | null>>();

/** The normal forms of an enumeration, made once: a policy may name its values many thousand times. */
function normalForms(values: readonly string[], type: StringType): ReadonlySet<string | null> {
  return getOrMake(knownForms, type, () => new Set(values.map((value) => normaliseAs(type, value))));
}
