import type { GraphEdge, GuardExpr, Passes, Variable } from '../model/index.js';
import { leavesOnly } from './told.js';

/** A check that succeeded, and of which edges say whether it passed. */
export interface Succeeded {
  /** Its node, as a path names it. */
  readonly at: string;
  readonly result?: string;
  readonly passes: Passes;
}

/**
 * Whether an edge that leaves a node says that a check passed (true), that it failed (false), or nothing (null; also where there are too many values to try).
 * An edge that says both says that it failed.
 * `told`: what must have held for the edge to be taken.
 */
export function saysOf(
  { at, result, passes }: Succeeded,
  edge: GraphEdge,
  node: string,
  told: readonly GuardExpr[],
  declared: readonly Variable[],
): boolean | null {
  const own: Partial<GraphEdge> = at === node ? edge : {};
  if (own.outcome === 'fail') return false;
  const value =
    typeof passes === 'string'
      ? null
      : 'branch' in passes
        ? own.branch === undefined
          ? null
          : own.branch === passes.branch
        : result === undefined
          ? null
          : leavesOnly(told, declared, `${result}.${passes.field}`, passes.equals);
  return own.outcome === 'pass' ? value !== false : value;
}
