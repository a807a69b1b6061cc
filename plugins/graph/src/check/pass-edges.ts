import type { ControlGraph } from '../lower/index.js';
import type { Passes } from '../model/index.js';
import type { GraphIndex } from './graph-index.js';

/** Whether taking an edge says that the check at a node passed (true), that it failed (false), or nothing (S6). */
export function saysOfPass(
  graph: ControlGraph,
  index: GraphIndex,
  edge: number,
  node: number,
  passes: Passes,
): boolean | null {
  const shape = graph.edges[edge];
  const source = index.sourceOf(edge);
  if (!shape) return null;
  if (source === node && shape.outcome === 'pass') return true;
  if (source === node && shape.outcome === 'fail') return false;
  if (typeof passes === 'string') return null;
  if ('branch' in passes) return source === node && shape.branch !== undefined ? shape.branch === passes.branch : null;
  const result = graph.nodes[node]?.result;
  return result === undefined ? null : index.implies(edge, `${result}.${passes.field}`, passes.equals);
}
