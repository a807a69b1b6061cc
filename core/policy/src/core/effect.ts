import type { Effect } from '../syntax/ast.js';

/** refuse > confirm > allow: the strictest effect of all rules that fire wins. */
export const strictness: Readonly<Record<Effect, 0 | 1 | 2>> = { allow: 0, confirm: 1, refuse: 2 };

/** The stricter of two answers: refuse before confirm before allow. */
export function strictest(a: Effect, b: Effect): Effect {
  return strictness[a] >= strictness[b] ? a : b;
}
