import type { CoreExpr } from '../../core/ir.js';
import { childrenOf } from '../../core/walk.js';

/**
 * How many items of an unknown list must be kept apart so that they stand for a list of any length. A quantifier or
 * `contains` that is true (or false, or undefined) owes it to one item, so one item per such test is enough, and further
 * items may repeat one of them. That holds while a test looks at one item at a time: with a quantifier inside another
 * one, or with more tests than {@link MAX_ITEMS}, longer lists are left open.
 */
export interface ListUse {
  readonly items: number;
  readonly representative: boolean;
  /** Names asked of objects that are read whole. */
  readonly keys: readonly string[];
}

const MAX_ITEMS = 6;
const MIN_ITEMS = 1;

export function listUse(guards: readonly CoreExpr[]): ListUse {
  let tests = 0;
  let nested = false;
  const keys = new Set<string>();
  const visit = (expr: CoreExpr, inside: boolean): void => {
    const test = expr.op === 'any' || expr.op === 'all' || expr.op === 'contains';
    if (expr.op === 'field' || expr.op === 'has_field') keys.add(expr.name);
    if (test) {
      tests++;
      nested ||= inside;
    }
    // A quantifier below `since` is asked again at every moment, and each time another item may answer.
    for (const child of childrenOf(expr))
      visit(child, inside || expr.op === 'since' || (test && child === (expr.op === 'contains' ? null : expr.body)));
  };
  for (const guard of guards) visit(guard, false);
  return {
    items: Math.min(MAX_ITEMS, Math.max(MIN_ITEMS, tests)),
    representative: !nested && tests <= MAX_ITEMS,
    keys: [...keys],
  };
}
