import { type Call, childrenOf, type Context, type CoreExpr, type Decision } from '@ostiary/policy';
import type { PreparedPolicy } from '../prepare/prepare.js';

/** Comparisons looked into for one argument at most. */
const MOST_COMPARISONS = 50;

/** Only a property looks at the decision. */
const NOBODY_ASKS: Decision = { answer: 'refuse', slug: 'no_rule', deciding: [] };

/** The call with so many units in the place of the argument; null when the argument has no such value. */
type CallWith = (units: number) => Call | null;

/**
 * The break points of a policy along one ordered argument, all else as it is: the units next to each place where a
 * comparison changes. A comparison of what is added to and multiplied from the argument has one such place at most, and
 * an equality two, where it begins and where it ends; it is found by halving, so nothing need be known of the arithmetic.
 */
export function breakPoints(
  policy: PreparedPolicy,
  context: Context,
  comparisons: readonly CoreExpr[],
  from: number,
  callWith: CallWith,
): readonly number[] {
  const found = new Set<number>();
  for (const guard of comparisons.flatMap(monotone)) {
    const says = (units: number): boolean | null => {
      const call = callWith(units);
      const truth = call && policy.decider.holds([{ tools: null, guard }], call, context, NOBODY_ASKS);
      return typeof truth === 'boolean' ? truth : null;
    };
    const now = says(from);
    if (now === null) continue;
    for (const direction of [-1, 1]) {
      const last = lastAlike(from, direction, (units) => says(units) === now);
      if (last === null) continue;
      found.add(last).add(last + direction);
    }
  }
  return [...found];
}

/** Where the answer is still the same, one step before it is not; null when it stays. */
function lastAlike(from: number, direction: number, isSame: (units: number) => boolean): number | null {
  let [same, step] = [from, 1];
  while (isSame(from + direction * step)) {
    same = from + direction * step;
    step *= 2;
    if (step > Number.MAX_SAFE_INTEGER / 2) return null;
  }
  let other = from + direction * step;
  while (Math.abs(other - same) > 1) {
    const middle = same + Math.trunc((other - same) / 2);
    if (isSame(middle)) same = middle;
    else other = middle;
  }
  return same;
}

/** Comparisons in expressions that mention an argument, apart from those that are about an item of a list. */
export function comparisonsOf(
  expressions: readonly CoreExpr[],
  mentions: (expr: CoreExpr) => boolean,
): readonly CoreExpr[] {
  const found: CoreExpr[] = [];
  const visit = (expr: CoreExpr): void => {
    if (found.length >= MOST_COMPARISONS || expr.op === 'any' || expr.op === 'all') return;
    if (expr.op === 'compare' || expr.op === 'sum') {
      if (mentions(expr)) found.push(expr);
    } else for (const child of childrenOf(expr)) visit(child);
  };
  expressions.forEach(visit);
  return found;
}

/** Tests that change once at most along a line: an equality is where one order begins and the other ends. */
function monotone(expr: CoreExpr): readonly CoreExpr[] {
  if (expr.op !== 'compare' && expr.op !== 'sum') return [];
  if (expr.cmp !== '==' && expr.cmp !== '!=') return [expr];
  return [
    { ...expr, cmp: '<=' },
    { ...expr, cmp: '>=' },
  ];
}
