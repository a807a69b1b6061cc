import type { Expr, HistoryExpr } from '@ostiary/policy';
import { NOWHERE } from '../shared/build.js';
import type { Formula, Truth } from '../shared/truth.js';

/**
 * One way in which a condition holds: conditions on the call and one on the history, all of which must. With us the two stand in clauses of
 * their own, so that a condition with an `or` between them becomes several rules.
 */
export interface Alternative {
  readonly conditions: readonly Formula[];
  readonly history: HistoryExpr | null;
}

export type Alternatives = readonly Alternative[];

/** A condition on call and history, which is true or false: Dogwood knows no third. */
export interface Timed {
  readonly holds: () => Alternatives;
  readonly fails: () => Alternatives;
}

/** Whether it holds of every call, by its own words. */
export const isAlways = (ways: Alternatives): boolean =>
  ways.some(({ conditions, history }) => conditions.length === 0 && history === null);

export const ALWAYS: Alternatives = [{ conditions: [], history: null }];
const NEVER: Alternatives = [];

/** Beyond it a condition is not taken apart. */
export const MOST_WAYS = 32;
export class TooMany extends Error {}

export const ofHistory = (history: HistoryExpr): Timed => ({
  holds: () => [{ conditions: [], history }],
  fails: () => [{ conditions: [], history: { kind: 'h_not', operand: history, span: NOWHERE } }],
});

/** A test of the call. What has no value does not hold. */
export const ofCall = ({ holds, fails }: Truth): Timed => ({ holds: () => when(holds()), fails: () => when(fails()) });

export const settledTime = (value: boolean): Timed => ({
  holds: () => (value ? ALWAYS : NEVER),
  fails: () => (value ? NEVER : ALWAYS),
});

export const notTimed = ({ holds, fails }: Timed): Timed => ({ holds: fails, fails: holds });

export const allOf = (parts: readonly Timed[]): Timed => ({
  holds: () => parts.map(({ holds }) => holds()).reduce(both, ALWAYS),
  fails: () => parts.map(({ fails }) => fails()).reduce(either, NEVER),
});

export const someOf = (parts: readonly Timed[]): Timed => notTimed(allOf(parts.map(notTimed)));

const when = (formula: Formula): Alternatives =>
  typeof formula === 'boolean' ? (formula ? ALWAYS : NEVER) : [{ conditions: [formula], history: null }];

/** @throws TooMany */
export function both(left: Alternatives, right: Alternatives): Alternatives {
  if (left.length * right.length > MOST_WAYS) throw new TooMany();
  return left.flatMap((one) =>
    right.flatMap((other) => {
      const conditions = together(one.conditions, other.conditions);
      if (!conditions) return [];
      const history: HistoryExpr | null =
        one.history && other.history
          ? { kind: 'h_logic', op: '&&', left: one.history, right: other.history, span: NOWHERE }
          : (one.history ?? other.history);
      return [{ conditions, history }];
    }),
  );
}

/** Each condition once; null: one is the opposite of another. */
function together(one: readonly Formula[], other: readonly Formula[]): readonly Formula[] | null {
  const all = new Map([...one, ...other].map((each) => [JSON.stringify(each), each]));
  const isOpposed = [...all.values()].some(
    (each) => typeof each !== 'boolean' && each.kind === 'not' && all.has(JSON.stringify(each.operand)),
  );
  return isOpposed ? null : [...all.values()];
}

/** @throws TooMany */
function either(left: Alternatives, right: Alternatives): Alternatives {
  if (left.length + right.length > MOST_WAYS) throw new TooMany();
  return [...left, ...right];
}

/**
 * The ways in which a condition holds that has names for conditions on the history.
 * @param timed what a name stands for; null: it is no name
 */
export function waysOf(expr: Formula, timed: (expr: Expr) => Timed | null): Alternatives {
  if (typeof expr === 'boolean') return when(expr);
  const named = timed(expr);
  if (named) return named.holds();
  if (expr.kind === 'not') return timed(expr.operand)?.fails() ?? when(expr);
  if (expr.kind !== 'logic' || !mentions(expr, timed)) return when(expr);
  const [left, right] = [waysOf(expr.left, timed), waysOf(expr.right, timed)];
  return expr.op === '&&' ? both(left, right) : either(left, right);
}

function mentions(expr: Expr, timed: (expr: Expr) => Timed | null): boolean {
  if (timed(expr)) return true;
  if (expr.kind === 'not') return mentions(expr.operand, timed);
  return expr.kind === 'logic' && (mentions(expr.left, timed) || mentions(expr.right, timed));
}
