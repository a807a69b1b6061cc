import type { Expr } from '@cedar-policy/cedar-wasm/nodejs';
import type { Uid } from './names.js';

/** The form in which Cedar gives a policy as JSON: each node is an object of one member. */
export interface Node {
  readonly op: string;
  /** Of the member. */
  readonly of: unknown;
}

export function nodeOf(expr: Expr): Node {
  const [entry] = Object.entries(expr);
  if (!entry) throw new RangeError('an expression of nothing');
  return { op: entry[0], of: entry[1] };
}

/** Left and right of a node that has two sides. */
export interface Sides {
  readonly left: Expr;
  readonly right: Expr;
}

/** The entity that a literal names. */
export function entityOf(expr: Expr): Uid | null {
  const { op, of } = nodeOf(expr);
  if (op !== 'Value' || typeof of !== 'object' || of === null || !('__entity' in of)) return null;
  return of.__entity as Uid;
}
