import { type Expr } from '@ostiary/policy';
import { bool, NOWHERE } from './build.js';

/**
 * A condition of a language whose tests may fail, as two conditions of ours: where it is true, and where it is false. Where it is neither it
 * has failed. Both are made of tests joined by `&&` and `||`, and `!` stands on single tests only. So a test that has no value counts as
 * one that does not hold, with `or else false` around the whole.
 */
export interface Truth {
  readonly holds: () => Formula;
  readonly fails: () => Formula;
  /** Whether it can be neither. */
  readonly mayFail: boolean;
}

/** A condition of ours, or one that is settled. */
export type Formula = Expr | boolean;

export const settled = (value: boolean): Truth => ({ holds: () => value, fails: () => !value, mayFail: false });

/** Never true and never false: an error. */
export const ERROR: Truth = { holds: () => false, fails: () => false, mayFail: true };

/** A single test, or several that have values together. */
export const test = (expr: Expr, mayFail: boolean): Truth => ({
  holds: () => expr,
  fails: () => negated(expr),
  mayFail,
});

export const not = ({ holds, fails, mayFail }: Truth): Truth => ({ holds: fails, fails: holds, mayFail });

/** Reads its right side where the left one is true. */
export const and = (left: Truth, right: Truth): Truth => ({
  holds: () => both(left.holds(), right.holds()),
  fails: () => either(left.fails(), left.mayFail ? both(left.holds(), right.fails()) : right.fails()),
  mayFail: left.mayFail || right.mayFail,
});

/** Reads its right side where the left one is false. */
export const or = (left: Truth, right: Truth): Truth => not(and(not(left), not(right)));

/** One of some tests that have values together. */
export const anyOf = (tests: readonly Truth[]): Truth => ({
  holds: () => tests.map(({ holds }) => holds()).reduce(either, false),
  fails: () => tests.map(({ fails }) => fails()).reduce(both, true),
  mayFail: tests.some(({ mayFail }) => mayFail),
});

export const choose = (condition: Truth, then: Truth, otherwise: Truth): Truth => ({
  holds: () => either(both(condition.holds(), then.holds()), both(condition.fails(), otherwise.holds())),
  fails: () => either(both(condition.holds(), then.fails()), both(condition.fails(), otherwise.fails())),
  mayFail: condition.mayFail || then.mayFail || otherwise.mayFail,
});

export function both(left: Formula, right: Formula): Formula {
  if (typeof left === 'boolean') return left && right;
  if (typeof right === 'boolean') return right && left;
  return chained('&&', left, right);
}

export function either(left: Formula, right: Formula): Formula {
  if (typeof left === 'boolean') return left || right;
  if (typeof right === 'boolean') return right || left;
  return chained('||', left, right);
}

/** Groups to the left, as it is read without parentheses. */
function chained(op: '&&' | '||', left: Expr, right: Expr): Expr {
  if (right.kind !== 'logic' || right.op !== op) return { kind: 'logic', op, left, right, span: NOWHERE };
  return { ...right, left: chained(op, left, right.left) };
}

const OPPOSITE = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

/** A single test turned round. */
function negated(expr: Expr): Expr {
  if (expr.kind === 'not') return expr.operand;
  if (expr.kind === 'compare') return { ...expr, op: OPPOSITE[expr.op] };
  return { kind: 'not', operand: expr, span: NOWHERE };
}

export const written = (formula: Formula): Expr => (typeof formula === 'boolean' ? bool(formula) : formula);
