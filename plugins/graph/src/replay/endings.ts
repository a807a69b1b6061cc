import { type AgentGraph, type GraphEdge, type GraphNode, type PathStep, type ToolEffects } from '../model/index.js';
import { standings, type Standing } from './execution.js';
import { holds, isRead, presences, type ValueOf } from './guards.js';
import type { Lane } from './lane.js';
import { leaving, locate, type Located } from './locate.js';

/** Where a path stops, and what is known there. */
export interface Stopped {
  readonly graph: AgentGraph;
  readonly effects: ToolEffects;
  readonly last: PathStep | undefined;
  /** The lane of the last step. */
  readonly lane: Lane | undefined;
  readonly valueOf: ValueOf;
  /** Whether an edge that leaves the node of a lane was taken as often as it may be. */
  readonly isSpent: (lane: Lane, edge: GraphEdge) => boolean;
}

/** Whether the path stops at an `end` that ends every lane (S5). */
export function isTerminated({ graph, last: step }: Stopped): boolean {
  const last = locate(graph, step?.node ?? '');
  return last?.node.kind === 'end' && last.node.terminate === true && last.prefix === '';
}

/** Whether the run fails where the path stops: a call failed for good, or no edge of a choice can be taken (S3, S4). */
export function failsHere({ graph, effects, last, lane: stopped, valueOf, isSpent }: Stopped): boolean {
  const lane = last?.edge === undefined ? stopped : undefined;
  if (!lane) return false;
  const ways = new Set(standings(lane.at.node, effects, lane.events));
  if (isUnknown(graph, lane.at.node)) ways.add('failed');
  const choice = leaving(lane.at, 'success');
  const several = lane.at.node.kind === 'fork' || (lane.at.node.concurrency ?? 'exclusive') !== 'exclusive';
  const exprs = choice.map(({ guard }) => (guard !== undefined && 'expr' in guard ? guard.expr : null));
  const goesOn =
    ways.has('done') || ways.has('refused') || (ways.has('failed') && lane.at.node.on_error === 'continue');
  // What values do not say (whether something is there) may be so or not.
  const blocked =
    goesOn &&
    choice.length > 0 &&
    presences(
      exprs.flatMap((expr) => expr ?? []),
      valueOf,
    ).some((isSo) => {
      const truths = exprs.map((expr) => (expr ? holds(expr, valueOf, isSo) : true));
      // Of two guards that values are missing for it is not known whether both may fail.
      const oneIsOpen = truths.filter((truth) => truth === null).length === 1;
      const refused = (edge: GraphEdge, at: number): boolean => {
        const { guard, provenance } = edge;
        return (
          provenance === 'may' ||
          (several && guard !== undefined && !('choice' in guard) && !isRead(graph.variables ?? [], guard)) ||
          truths[at] === false ||
          (truths[at] === null && oneIsOpen) ||
          isSpent(lane, edge)
        );
      };
      return choice.every(refused);
    });
  if (!blocked && lane.at.node.kind !== 'fail' && !aborts(lane.at, ways, (edge) => isSpent(lane, edge))) return false;
  for (let around = lane.at.prefix; around !== '';) {
    const at = locate(graph, around.slice(0, -1));
    if (!at || !aborts(at, new Set(['failed']), (edge) => edge.max_times !== undefined)) return false;
    around = at.prefix;
  }
  return true;
}

/** Of what is missing it is not known what it does, and it may fail (S9). */
function isUnknown({ subgraphs = [] }: AgentGraph, { kind, subgraph, may_call: calls }: GraphNode): boolean {
  if (kind === 'code') return calls !== undefined;
  return (kind === 'subgraph' || kind === 'map') && !subgraphs.some(({ name }) => name === subgraph);
}

/** `isSpent`: whether an edge was taken as often as it may be, or may have been. */
function aborts(at: Located, ways: ReadonlySet<Standing>, isSpent: (edge: GraphEdge) => boolean): boolean {
  const { on_error: onError = 'abort' } = at.node;
  return ways.has('failed') && onError !== 'continue' && (onError === 'abort' || leaving(at, 'error').every(isSpent));
}

/** Whether a lane has nothing left to do. */
export function isOver(lane: Lane, effects: ToolEffects): boolean {
  const { node } = lane.at;
  if (node.kind === 'end' || node.kind === 'fail') return true;
  const ways = standings(node, effects, lane.events);
  if (ways.has('refused')) return true;
  if (ways.has('failed') && node.on_error !== 'continue') return true;
  if (ways.has('failed') && leaving(lane.at, 'success').length === 0) return true;
  return (
    leaving(lane.at, 'success').length === 0 && (node.kind === 'subgraph' || node.kind === 'map' || ways.has('done'))
  );
}
