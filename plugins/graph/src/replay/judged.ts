import type { GraphEdge } from '../model/index.js';
import { holds, mayTake, type ValueOf } from './guards.js';
import type { Lane } from './lane.js';

/** Whether leaving a node by an edge says that a result passed (true), failed (false), or nothing (null). */
export function saysOf(
  edge: GraphEdge,
  lane: Lane,
  at: string,
  result: string | undefined,
  passes: 'success' | { field: string; equals: unknown } | { branch: string },
  choice: readonly GraphEdge[],
): boolean | null {
  if (at === lane.name && edge.outcome === 'pass') return true;
  if (at === lane.name && edge.outcome === 'fail') return false;
  if (typeof passes === 'string') return null;
  if ('branch' in passes)
    return at !== lane.name ? null : edge.branch === undefined ? null : edge.branch === passes.branch;
  if (result === undefined) return null;
  // Hopeful: an edge passes unless its guard cannot hold with the value that passes.
  const variable = `${result}.${passes.field}`;
  const decides = choice.some(
    ({ guard }) =>
      guard !== undefined && 'expr' in guard && JSON.stringify(guard.expr).includes(JSON.stringify(variable)),
  );
  if (!decides) return null;
  const valueOf: ValueOf = (name) => (name === variable ? (passes.equals as string) : undefined);
  const own = edge.guard && 'expr' in edge.guard ? holds(edge.guard.expr, valueOf) : null;
  return own !== false && mayTake(edge, choice, true, valueOf);
}
