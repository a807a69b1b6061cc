import type { CompareOp } from '../../syntax/ast.js';
import { bool, type Dynamic, missing } from './dynamic.js';
import { startsAtRoot } from './places.js';

/** Compares two values of one kind; undefined when either is, or when money has two currencies. */
export function compareDynamic(op: CompareOp, left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'missing') return left;
  if (right.kind === 'missing') return right;
  switch (left.kind) {
    case 'number':
      if (right.kind !== 'number') break;
      return fractions(op, left.units, left.scale, right.units, right.scale);
    case 'money':
      if (right.kind !== 'money') break;
      return left.currency === right.currency
        ? fractions(op, left.minor, left.scale, right.minor, right.scale)
        : missing('rate_unknown');
    case 'duration':
    case 'time':
      if (right.kind !== left.kind) break;
      return fractions(op, left.ms, left.scale, right.ms, right.scale);
    case 'bool':
      if (right.kind !== 'bool') break;
      return ordered(op, BigInt(left.value), BigInt(right.value));
    case 'string':
      if (right.kind !== 'string') break;
      if (left.format === 'path' && startsAtRoot(left.text) !== startsAtRoot(right.text)) return missing('ill_typed');
      return bool((left.text === right.text) === (op === '=='));
    default:
  }
  throw new TypeError(`${left.kind} compared with ${right.kind}`);
}

/** a / 10^m against b / 10^n. */
function fractions(op: CompareOp, a: bigint, m: number, b: bigint, n: number): Dynamic {
  const scale = m > n ? m : n;
  return ordered(op, a * 10n ** BigInt(scale - m), b * 10n ** BigInt(scale - n));
}

const ordered = (op: CompareOp, a: bigint, b: bigint): Dynamic => bool(holds(op, a, b));

/** Whether two whole numbers compare so. */
export const holds = (op: CompareOp, a: bigint, b: bigint): boolean =>
  ({ '==': a === b, '!=': a !== b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b })[op];

/** A truth value in strong Kleene logic: null is undefined. */
export type Truth = boolean | null;

/** The truth of a value; throws a TypeError for a value that is not a truth, which the checker does not let through. */
export function truthOf(value: Dynamic): Truth {
  if (value.kind === 'bool') return value.value;
  if (value.kind === 'missing') return null;
  throw new TypeError(`${value.kind} where a truth value belongs`);
}

/** Strong Kleene conjunction: false where one is false, else undefined where one is. */
export const all = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true;
/** Strong Kleene disjunction: true where one is true, else undefined where one is. */
export const any = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(null) ? null : false;
/** The opposite; undefined stays undefined. */
export const negated = (truth: Truth): Truth => (truth === null ? null : !truth);
/** A truth as a value; an undefined one is absent. */
export const fromTruth = (truth: Truth): Dynamic => (truth === null ? missing('absent') : bool(truth));
