import { ILL_TYPED, type Miss, type Outcome } from '../values/outcome.js';

/** Strong Kleene truth: true, false, or why it is neither. */
export type Truth = boolean | Miss;

/** An outcome where a truth value is asked for; the checker lets nothing but bool come here. */
export function toTruth(outcome: Outcome): Truth {
  return typeof outcome === 'boolean' || typeof outcome === 'symbol' ? outcome : ILL_TYPED;
}

/** Strong Kleene: false where one is false, else undefined where one is; of two causes the first. */
export function and(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === true ? b : a;
}

/** Strong Kleene: true where one is true, else undefined where one is. */
export function or(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === false ? b : a;
}

/** What is undefined stays so, for the same cause. */
export function not(a: Truth): Truth {
  return typeof a === 'symbol' ? a : !a;
}
