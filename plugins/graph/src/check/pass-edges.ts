import type { ControlGraph } from '../lower/index.js';
import type { Passes } from '../model/index.js';
import type { GraphIndex } from './graph-index.js';

/**
 * Whether an edge that is taken (`event`) says that the check at a node passed (true), that it failed (false), or nothing (S6). Of an edge that says both the failure
 * counts.
 */
export function saysOfPass(
  graph: ControlGraph,
  index: GraphIndex,
  event: number,
  node: number,
  passes: Passes,
): boolean | null {
  const edge = graph.eventOf[event] as number;
  const leaves = index.sourceOf(edge) === node;
  const { outcome, branch } = graph.edges[edge] ?? {};
  const said: (boolean | null)[] = [];
  if (leaves && outcome === 'pass') said.push(true);
  if (leaves && outcome === 'fail') said.push(false);
  if (typeof passes === 'object' && 'branch' in passes) {
    if (leaves && branch !== undefined) said.push(branch === passes.branch);
  } else said.push(saysOfField(graph, index, event, node, passes));
  return said.includes(false) ? false : said.includes(true) ? true : null;
}

/** The same of what guards alone say, of a check that passes by a field. */
export function saysOfField(
  graph: ControlGraph,
  index: GraphIndex,
  event: number,
  node: number,
  passes: Passes,
): boolean | null {
  const result = graph.nodes[node]?.result;
  return result === undefined || typeof passes === 'string' || 'branch' in passes
    ? null
    : index.implies(event, `${result}.${passes.field}`, passes.equals);
}

/** Whether the edges of its own node alone say how a check passed. */
export const isJudgedAtOnce = (passes: Passes): boolean => typeof passes === 'string' || 'branch' in passes;
