import type { Type } from '@ostiary/catalogue';
import type { Expr } from '../../syntax/ast.js';
import { minorDigits } from '../../values/currencies.js';
import { MONEY, typeTerm } from '../types.js';
import { comparisonType, isFree, lowerPair, scaleOf } from './align.js';
import type { Lowering, Names } from './context.js';
import { isUndefined, never, type Typed, typed } from './typed.js';

const adds = ({ kind }: Type): boolean =>
  kind === 'int' || kind === 'decimal' || kind === 'money' || kind === 'duration';

export function lowerArithmetic(
  l: Lowering,
  expr: Extract<Expr, { kind: 'arithmetic' }>,
  names: Names,
  expected: Type | undefined,
): Typed | null {
  if (expr.op === '*') return lowerProduct(l, expr, names);
  const pair = lowerPair(l, expr.left, expr.right, names, expr.span, expected);
  if (!pair) return null;
  const [left, right] = pair;
  const subject = isUndefined(left) ? right : left;
  if (isUndefined(subject)) return subject;
  if (!adds(subject.type)) {
    l.sink.report('arithmetic_type', expr.span, {
      op: expr.op,
      left: typeTerm(subject.type),
      right: typeTerm(right.type),
    });
    return null;
  }
  const type = comparisonType(subject);
  if (isUndefined(left) || isUndefined(right)) return never(type);
  return typed({ op: expr.op === '+' ? 'add' : 'sub', left: left.expr, right: right.expr, type }, type);
}

/** A product with one constant side: scales add up, and what is no plain number is taken a whole number of times. */
function lowerProduct(l: Lowering, expr: Extract<Expr, { kind: 'arithmetic' }>, names: Names): Typed | null {
  const left = l.lower(expr.left, names);
  const right = l.lower(expr.right, names);
  if (!left || !right) return null;
  const [factor, other] = isFree(expr.left) ? [left, right] : [right, left];
  if (!isFree(expr.left) && !isFree(expr.right)) {
    l.sink.report('multiply_literal', expr.span, {});
    return null;
  }
  if (isUndefined(other)) return other;
  const scale = scaleOf(factor.type);
  if (scale < 0 || !adds(other.type)) {
    l.sink.report('arithmetic_type', expr.span, { op: '*', left: typeTerm(left.type), right: typeTerm(right.type) });
    return null;
  }
  if (scaleOf(other.type) < 0 && scale > 0) {
    l.sink.report('multiply_whole', expr.span, { type: typeTerm(other.type) });
    return null;
  }
  const sum = scaleOf(other.type) + scale;
  const type: Type = scaleOf(other.type) < 0 || sum === 0 ? comparisonType(other) : { kind: 'decimal', scale: sum };
  return typed({ op: 'mul', left: left.expr, right: right.expr, type }, type);
}

export function lowerNegate(
  l: Lowering,
  expr: Extract<Expr, { kind: 'negate' }>,
  names: Names,
  expected: Type | undefined,
): Typed | null {
  const operand = l.lower(expr.operand, names, expected);
  if (!operand || isUndefined(operand)) return operand;
  if (!adds(operand.type)) {
    l.sink.report('arithmetic_type', expr.span, {
      op: '-',
      left: typeTerm(operand.type),
      right: typeTerm(operand.type),
    });
    return null;
  }
  const type = comparisonType(operand);
  return typed({ op: 'neg', operand: operand.expr, type }, type);
}

/** Money in another currency, by versioned rates. */
export function lowerConvert(l: Lowering, expr: Extract<Expr, { kind: 'convert' }>, names: Names): Typed | null {
  const { currency, rates } = expr;
  if (minorDigits(currency.text) === null) {
    l.sink.report('currency_unknown', currency.span, { code: currency.text });
    return null;
  }
  const operand = l.lower(expr.operand, names, MONEY);
  if (!operand) return null;
  const type: Type = { kind: 'money', currencies: [currency.text] };
  if (isUndefined(operand)) return never(type);
  if (operand.type.kind !== 'money') {
    l.sink.report('not_money', expr.operand.span, { type: typeTerm(operand.type) });
    return null;
  }
  return typed({ op: 'convert', operand: operand.expr, currency: currency.text, rates: rates.text }, type);
}
