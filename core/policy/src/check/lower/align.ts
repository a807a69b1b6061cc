import type { MoneyType, Type } from '@ostiary/catalogue';
import type { Expr, Span } from '../../syntax/ast.js';
import { subjectOf } from '../../syntax/print/expressions.js';
import { possibleCurrencies } from '../literals.js';
import { fromFraction } from '../../values/numbers/num.js';
import { baseOf, DECIMAL, typeTerm } from '../../values/types.js';
import type { Lowering, Names } from './context.js';
import { constant, isUndefined, never, type Typed, typed } from './typed.js';

/** Whether an expression takes its type from what stands beside it. */
export function isFree(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return true;
    case 'negate':
      return isFree(expr.operand);
    case 'if':
      return isFree(expr.then) && isFree(expr.else);
    case 'or_else':
      return isFree(expr.operand) && isFree(expr.fallback);
    case 'arithmetic':
      return isFree(expr.left) && isFree(expr.right);
    default:
      return false;
  }
}

/** Whether an operand is a number made of constants: of two such neither says how many digits the other may have. */
export const isFreeNumber = (expr: Expr, { type }: Typed): boolean => isFree(expr) && scaleOf(type) >= 0;

/** Two operands at one type: constants follow the other side, whole numbers become decimals where they must. */
export function lowerPair(
  l: Lowering,
  left: Expr,
  right: Expr,
  names: Names,
  span: Span,
): readonly [Typed, Typed] | null {
  const swapped = isFree(left) && !isFree(right);
  const [first, second] = swapped ? [right, left] : [left, right];
  l.subject = subjectOf(first);
  const a = l.lower(first, names);
  if (!a) {
    l.lower(second, names);
    return null;
  }
  const b = l.lower(second, names, isUndefined(a) || isFreeNumber(first, a) ? undefined : a.type);
  if (!b) return null;
  const pair = align(l, a, b, span);
  if (!pair) return null;
  return swapped ? [pair[1], pair[0]] : pair;
}

/** Brings two values to one type, or reports that there is none. */
export function align(l: Lowering, a: Typed, b: Typed, span: Span): readonly [Typed, Typed] | null {
  if (isUndefined(a) || isUndefined(b)) return [a, b];
  const scale = Math.max(scaleOf(a.type), scaleOf(b.type));
  if (scaleOf(a.type) >= 0 && scaleOf(b.type) >= 0) return [toScale(a, scale), toScale(b, scale)];
  if (sameBase(a.type, b.type)) {
    if (a.type.kind === 'money' && b.type.kind === 'money' && !currenciesMeet(l, a.type, b.type, span)) return null;
    return [a, b];
  }
  return l.sink.reject('type_mismatch', span, { left: typeTerm(a.type), right: typeTerm(b.type) });
}

function currenciesMeet(l: Lowering, a: MoneyType, b: MoneyType, span: Span): boolean {
  const left = possibleCurrencies(a);
  const right = possibleCurrencies(b);
  if (!left || !right || left.some((currency) => right.includes(currency))) return true;
  l.sink.report('currency_mismatch', span, { left: left.join(' | '), right: right.join(' | ') });
  return false;
}

/** A value at the type a parameter asks for. */
export function coerce(l: Lowering, value: Typed, type: Type, span: Span): Typed | null {
  if (isUndefined(value)) return never(type);
  return (
    fit(value, type) ?? l.sink.reject('type_mismatch', span, { left: typeTerm(value.type), right: typeTerm(type) })
  );
}

/** A value at exactly this type; null when it has another, or is a finer number. */
export function fit(value: Typed, type: Type): Typed | null {
  const [from, to] = [scaleOf(value.type), scaleOf(type)];
  if (from >= 0 && to >= from) return toScale(value, to);
  return from < 0 && sameBase(value.type, type) ? value : null;
}

function sameBase(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'string' && b.kind === 'string') return a.format === b.format;
  if (a.kind === 'list' && b.kind === 'list') return sameBase(a.of, b.of);
  if (a.kind === 'decimal' && b.kind === 'decimal') return a.scale === b.scale;
  return true;
}

/** The scale of a decimal without one: it holds every other. */
export const ANY_SCALE = Infinity;

/** Digits after the point of a number, -1 of anything else. */
export function scaleOf(type: Type): number {
  return type.kind === 'int' ? 0 : type.kind === 'decimal' ? (type.scale ?? ANY_SCALE) : -1;
}

/** The number in units of 10^-scale: a constant is counted anew, anything else multiplied by 1.00...0. */
export function toScale(value: Typed, scale: number): Typed {
  const from = scaleOf(value.type);
  if (from === scale) return value;
  if (scale === ANY_SCALE) return toDecimal(value, from);
  const type: Type = { kind: 'decimal', scale };
  const factor = 10 ** (scale - from);
  const { expr } = value;
  if (expr.op === 'const' && typeof expr.value === 'number' && Number.isSafeInteger(expr.value * factor)) {
    return constant(expr.value * factor, type);
  }
  const one = constant(factor, { kind: 'decimal', scale: scale - from });
  return typed({ op: 'mul', left: expr, right: one.expr, type }, type);
}

/** The number as a decimal without a scale. */
function toDecimal({ expr }: Typed, from: number): Typed {
  const units = expr.op === 'const' && typeof expr.value === 'number' ? fromFraction(BigInt(expr.value), from) : null;
  return units === null ? typed({ op: 'decimal', operand: expr, scale: from }, DECIMAL) : constant(units, DECIMAL);
}

/** The type at which a value is compared: without bounds, values and unit. */
export const comparisonType = (a: Typed): Type => baseOf(a.type);
