import type { Type } from '@ostiary/catalogue';
import { fromFraction, negativeOf, productOf, shifted, sumOf, totalOf } from '../../values/numbers/num.js';
import { CURRENCY_UNKNOWN, OVERFLOW, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Amount, Num, Value } from '../../values/value.js';
import type { Eval } from '../frame.js';

const isAmount = (value: Value): value is Amount => typeof value === 'object' && 'minor' in value;

/**
 * Exact arithmetic on the numbers behind values: never rounded, and an overflow only where digits reach too far. `type`
 * is that of the result, whose numbers with a scale count units of the last digit.
 */
export function compileArithmetic(op: 'add' | 'sub' | 'mul', left: Eval, right: Eval, type: Type): Eval {
  const compute = op === 'mul' ? multiply : addition(op === 'add' ? 1 : -1);
  const scale = type.kind === 'decimal' ? (type.scale ?? 0) : 0;
  return (frame) => {
    const a = left(frame);
    if (typeof a === 'symbol') return a;
    const b = right(frame);
    if (typeof b === 'symbol') return b;
    const result = compute(a, b);
    if (scale === 0 || typeof result === 'number' || typeof result === 'symbol') return result;
    // How far digits may reach is said of the value, not of its units.
    return shifted(result as Num, scale) === null ? OVERFLOW : result;
  };
}

/**
 * What `body` comes to over the items of `list`: nothing when it has no value for one of them, or amounts in two currencies.
 * `empty` is the sum of no items; null: none is known.
 */
export function compileTotal(list: Eval, body: Eval, type: Type, empty: Value | null): Eval {
  const scale = type.kind === 'decimal' ? (type.scale ?? 0) : 0;
  return (frame) => {
    const items = list(frame);
    if (typeof items === 'symbol') return items;
    const terms: Value[] = [];
    for (const item of items as readonly Value[]) {
      frame.items.push(item);
      const term = body(frame);
      frame.items.pop();
      if (typeof term === 'symbol') return term;
      terms.push(term);
    }
    const [first] = terms;
    if (first === undefined) return empty ?? CURRENCY_UNKNOWN;
    return isAmount(first) ? totalAmount(terms as readonly Amount[], first.currency) : total(terms as Num[], scale);
  };
}

function totalAmount(terms: readonly Amount[], currency: string): Outcome {
  if (terms.some((term) => term.currency !== currency)) return RATE_UNKNOWN;
  return amount(totalOf(terms.map(({ minor }) => minor)), currency);
}

function total(terms: readonly Num[], scale: number): Outcome {
  const sum = totalOf(terms);
  return sum === null || shifted(sum, scale) === null ? OVERFLOW : sum;
}

const outcome = (num: Num | null): Outcome => num ?? OVERFLOW;

function amount(minor: Num | null, currency: string): Outcome {
  return minor === null ? OVERFLOW : { minor, currency };
}

function addition(sign: 1 | -1): (a: Value, b: Value) => Outcome {
  const add = (a: Num, b: Num): Num | null => sumOf(a, sign === 1 ? b : negativeOf(b));
  return (a, b) => {
    if (!isAmount(a) || !isAmount(b)) return outcome(add(a as Num, b as Num));
    return a.currency === b.currency ? amount(add(a.minor, b.minor), a.currency) : RATE_UNKNOWN;
  };
}

function multiply(a: Value, b: Value): Outcome {
  if (isAmount(a)) return amount(productOf(a.minor, b as Num), a.currency);
  if (isAmount(b)) return amount(productOf(a as Num, b.minor), b.currency);
  return outcome(productOf(a as Num, b as Num));
}

/** Minus a number, amount or duration. */
export function negate(value: Value): Outcome {
  return isAmount(value) ? { minor: negativeOf(value.minor), currency: value.currency } : negativeOf(value as Num);
}

/** A number in units of 10^-scale as a decimal of any scale. */
export function unscale(value: Value, scale: number): Outcome {
  if (typeof value === 'number' && Math.abs(value) < 1e15) {
    // One division, correctly rounded, of a number of 15 digits is the number whose text has these digits.
    return value / 10 ** scale;
  }
  return outcome(typeof value === 'number' ? fromFraction(BigInt(value), scale) : shifted(value as Num, scale));
}
