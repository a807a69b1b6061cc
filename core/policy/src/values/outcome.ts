import type { Reading, UndefinedCause, Value } from './value.js';

/**
 * Why there is no value, as a symbol whose description is the cause. A value is never a symbol, so an evaluation
 * yields `Value | Miss` without wrapping each value in an object.
 */
export type Miss = symbol;
export type Outcome = Value | Miss;

export const ABSENT: Miss = Symbol('absent' satisfies UndefinedCause);
export const ILL_TYPED: Miss = Symbol('ill_typed' satisfies UndefinedCause);
export const CURRENCY_UNKNOWN: Miss = Symbol('currency_unknown' satisfies UndefinedCause);
export const RATE_UNKNOWN: Miss = Symbol('rate_unknown' satisfies UndefinedCause);
export const OVERFLOW: Miss = Symbol('overflow' satisfies UndefinedCause);

/** Whether there is no value, rather than one. */
export function isMiss(outcome: Outcome): outcome is Miss {
  return typeof outcome === 'symbol';
}

/** Why there is no value. */
export function causeOf(miss: Miss): UndefinedCause {
  return miss.description as UndefinedCause;
}

/** An outcome in the form that callers outside the evaluators see. */
export function toReading(outcome: Outcome): Reading {
  return isMiss(outcome) ? { ok: false, cause: causeOf(outcome) } : { ok: true, value: outcome };
}
