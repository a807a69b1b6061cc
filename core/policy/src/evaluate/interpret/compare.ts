import type { CompareOp } from '../../syntax/ast.js';
import { bool, type Dynamic, isSafe, missing } from './dynamic.js';
import { startsAtRoot } from './places.js';

/** Compares two values of one kind; undefined when either is, or when money has two currencies. */
export function compareDynamic(op: CompareOp, left: Dynamic, right: Dynamic): Dynamic {
  if (left.kind === 'missing') return left;
  if (right.kind === 'missing') return right;
  switch (left.kind) {
    case 'number': {
      if (right.kind !== 'number') break;
      const scale = Math.max(left.scale, right.scale);
      const [a, b] = [left.units * 10n ** BigInt(scale - left.scale), right.units * 10n ** BigInt(scale - right.scale)];
      return isSafe(a) && isSafe(b) ? ordered(op, a, b) : missing('overflow');
    }
    case 'money':
      if (right.kind !== 'money') break;
      return left.currency === right.currency ? ordered(op, left.minor, right.minor) : missing('rate_unknown');
    case 'duration':
    case 'time':
      if (right.kind !== left.kind) break;
      return ordered(op, left.ms, right.ms);
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

function ordered(op: CompareOp, a: bigint, b: bigint): Dynamic {
  const results = { '==': a === b, '!=': a !== b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b };
  return bool(results[op]);
}

/** A truth value in strong Kleene logic: null is undefined. */
export type Truth = boolean | null;

export function truthOf(value: Dynamic): Truth {
  if (value.kind === 'bool') return value.value;
  if (value.kind === 'missing') return null;
  throw new TypeError(`${value.kind} where a truth value belongs`);
}

export const all = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true;
export const any = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(null) ? null : false;
export const negated = (truth: Truth): Truth => (truth === null ? null : !truth);
export const fromTruth = (truth: Truth): Dynamic => (truth === null ? missing('absent') : bool(truth));
