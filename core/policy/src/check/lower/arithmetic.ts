import type { Type } from '@ostiary/catalogue';
import type { Expr, ExprOf } from '../../syntax/ast.js';
import { minorDigits } from '../../values/currencies.js';
import { DECIMAL, DURATION, INT, MONEY, TIME, typeTerm } from '../../values/types.js';
import { align, ANY_SCALE, comparisonType, isFree, isFreeNumber, scaleOf, toScale } from './align.js';
import type { Lowering, Names } from './context.js';
import { isUndefined, neverOf, type Typed, typed } from './typed.js';

/** Whether values of a type are added and multiplied. */
export const adds = ({ kind }: Type): boolean =>
  kind === 'int' || kind === 'decimal' || kind === 'money' || kind === 'duration';

/** `a + b`, `a - b` and `a * b`, brought to one scale; null when the operands do not add, which is reported. */
export function lowerArithmetic(
  l: Lowering,
  expr: ExprOf<'arithmetic'>,
  names: Names,
  expected: Type | undefined,
): Typed | null {
  if (expr.op === '*') return lowerProduct(l, expr, names);
  const operands = lowerOperands(l, expr, names, expected);
  if (!operands) return null;
  const [left, right] = operands;
  if (isUndefined(left) || isUndefined(right)) return neverOf({ kind: 'any' }, left, right);
  const op = expr.op === '+' ? 'add' : 'sub';
  const result = timeArithmetic(expr.op, left.type, right.type);
  if (result) return typed({ op, left: left.expr, right: right.expr, type: result }, result);
  if (!adds(left.type) || !adds(right.type)) return noArithmetic(l, expr, left, right);
  const pair = align(l, left, right, expr.span);
  if (!pair) return null;
  const type = comparisonType(pair[0]);
  return typed({ op, left: pair[0].expr, right: pair[1].expr, type }, type);
}

/** Both sides; a constant takes the type of the other side, unless it is a duration beside a time. */
function lowerOperands(
  l: Lowering,
  { left, right }: ExprOf<'arithmetic'>,
  names: Names,
  expected: Type | undefined,
): readonly [Typed, Typed] | null {
  const swapped = isFree(left) && !isFree(right);
  const [first, second] = swapped ? [right, left] : [left, right];
  const a = l.lower(first, names, isFree(first) ? expected : undefined);
  const unlike = !a || isUndefined(a) || (a.type.kind === 'time' && isDuration(second));
  const hint = unlike ? undefined : isFreeNumber(first, a) ? expected : a.type;
  const b = l.lower(second, names, hint);
  if (!a || !b) return null;
  return swapped ? [b, a] : [a, b];
}

/** A constant expression that is a duration. */
function isDuration(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return expr.value.type === 'duration';
    case 'negate':
      return isDuration(expr.operand);
    case 'arithmetic':
      return isDuration(expr.left) || isDuration(expr.right);
    default:
      return false;
  }
}

/** The type of a sum or difference in which a time takes part; null where it takes none, or makes no sense. */
function timeArithmetic(op: '+' | '-', left: Type, right: Type): Type | null {
  if (left.kind === 'time' && right.kind === 'duration') return TIME;
  if (op === '+' && left.kind === 'duration' && right.kind === 'time') return TIME;
  return op === '-' && left.kind === 'time' && right.kind === 'time' ? DURATION : null;
}

function noArithmetic(l: Lowering, { op, span }: ExprOf<'arithmetic'>, left: Typed, right: Typed): null {
  return l.sink.reject('arithmetic_type', span, { op, left: typeTerm(left.type), right: typeTerm(right.type) });
}

/** A product of numbers, whose scales add up, or of money or a duration and a number. */
function lowerProduct(l: Lowering, expr: ExprOf<'arithmetic'>, names: Names): Typed | null {
  const left = l.lower(expr.left, names);
  const right = l.lower(expr.right, names);
  if (!left || !right) return null;
  if (isUndefined(left) || isUndefined(right)) return neverOf({ kind: 'any' }, left, right);
  const scales = [scaleOf(left.type), scaleOf(right.type)] as const;
  if (!adds(left.type) || !adds(right.type) || (scales[0] < 0 && scales[1] < 0))
    return noArithmetic(l, expr, left, right);
  const scale = scales[0] + scales[1];
  if (scales[0] >= 0 && scales[1] >= 0 && scale !== ANY_SCALE) {
    const type: Type = scale === 0 ? INT : { kind: 'decimal', scale };
    return typed({ op: 'mul', left: left.expr, right: right.expr, type }, type);
  }
  const type = scales[0] < 0 ? comparisonType(left) : scales[1] < 0 ? comparisonType(right) : DECIMAL;
  const [a, b] = [factor(left), factor(right)];
  return typed({ op: 'mul', left: a.expr, right: b.expr, type }, type);
}

/** A number that multiplies: whole as it is, else without a scale. */
function factor(value: Typed): Typed {
  return scaleOf(value.type) > 0 ? toScale(value, ANY_SCALE) : value;
}

/** `-a`; null when its operand is no number, amount or duration, which is reported. */
export function lowerNegate(
  l: Lowering,
  expr: ExprOf<'negate'>,
  names: Names,
  expected: Type | undefined,
): Typed | null {
  const operand = l.lower(expr.operand, names, expected);
  if (!operand || isUndefined(operand)) return operand;
  if (!adds(operand.type))
    return l.sink.reject('arithmetic_type', expr.span, {
      op: '-',
      left: typeTerm(operand.type),
      right: typeTerm(operand.type),
    });
  const type = comparisonType(operand);
  return typed({ op: 'neg', operand: operand.expr, type }, type);
}

/** Money in another currency, by versioned rates. */
export function lowerConvert(l: Lowering, expr: ExprOf<'convert'>, names: Names): Typed | null {
  const { currency, rates } = expr;
  if (minorDigits(currency.text) === null)
    return l.sink.reject('currency_unknown', currency.span, { code: currency.text });
  const operand = l.lower(expr.operand, names, MONEY);
  if (!operand) return null;
  const type: Type = { kind: 'money', currencies: [currency.text] };
  if (isUndefined(operand)) return neverOf(type, operand);
  if (operand.type.kind !== 'money')
    return l.sink.reject('not_money', expr.operand.span, { type: typeTerm(operand.type) });
  return typed({ op: 'convert', operand: operand.expr, currency: currency.text, rates: rates.text }, type);
}
