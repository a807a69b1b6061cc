import { ILL_TYPED, type Miss, type Outcome } from '../values/outcome.js';

/** Strong Kleene truth: true, false, or why it is neither. */
export type Truth = boolean | Miss;

/** An outcome where a truth value is asked for; the checker lets nothing but bool come here. */
export function toTruth(outcome: Outcome): Truth {
  return typeof outcome === 'boolean' || typeof outcome === 'symbol' ? outcome : ILL_TYPED;
}

export function and(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === true ? b : a;
}

export function or(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === false ? b : a;
}

export function not(a: Truth): Truth {
  return typeof a === 'symbol' ? a : !a;
}
