import { OVERFLOW, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Money, Value } from '../../values/value.js';
import type { Eval } from './frame.js';

const isMoney = (value: Value): value is Money => typeof value === 'object' && 'minor' in value;

function safe(value: number): Outcome {
  return Number.isSafeInteger(value) ? value + 0 : OVERFLOW;
}

function safeMoney(minor: number, currency: string): Outcome {
  return Number.isSafeInteger(minor) ? { minor: minor + 0, currency } : OVERFLOW;
}

/** Exact arithmetic on the integers behind values: a result beyond the safe integers is an overflow, never rounded. */
export function compileArithmetic(op: 'add' | 'sub' | 'mul', left: Eval, right: Eval): Eval {
  const compute = op === 'mul' ? multiply : addition(op === 'add' ? 1 : -1);
  return (frame) => {
    const a = left(frame);
    if (typeof a === 'symbol') return a;
    const b = right(frame);
    return typeof b === 'symbol' ? b : compute(a, b);
  };
}

function addition(sign: 1 | -1): (a: Value, b: Value) => Outcome {
  return (a, b) => {
    if (!isMoney(a) || !isMoney(b)) return safe((a as number) + sign * (b as number));
    return a.currency === b.currency ? safeMoney(a.minor + sign * b.minor, a.currency) : RATE_UNKNOWN;
  };
}

function multiply(a: Value, b: Value): Outcome {
  if (isMoney(a)) return safeMoney(a.minor * (b as number), a.currency);
  if (isMoney(b)) return safeMoney((a as number) * b.minor, b.currency);
  return safe((a as number) * (b as number));
}

export function negate(value: Value): Outcome {
  return isMoney(value) ? { minor: 0 - value.minor, currency: value.currency } : 0 - (value as number);
}
