import type { AgentGraph, Assumption, GraphNode, Place } from '../../model/index.js';
import { assumption } from '../source/assumptions.js';
import { bodiesOf } from '../source/no-edges.js';
import { circlesOf } from './circles.js';

/** A node that runs a body: its name with that of the body it stands in, and both bodies. */
interface Runner {
  readonly node: GraphNode;
  readonly id: string;
  readonly within: string;
  readonly runs: string | undefined;
}

function runnersOf(graph: AgentGraph): readonly Runner[] {
  return bodiesOf(graph).flatMap(({ body, prefix }) =>
    body.nodes
      .filter(({ kind }) => kind === 'subgraph' || kind === 'map')
      .map((node) => ({ node, id: prefix + node.id, within: prefix.slice(0, -1), runs: node.subgraph })),
  );
}

/** Bodies that are not there, and bodies that run themselves, at once or through others: nodes that are opaque (S9). */
export function openBodies(graph: AgentGraph, places: ReadonlyMap<string, Place>): readonly Assumption[] {
  const runners = runnersOf(graph);
  const names = new Set(graph.subgraphs?.map(({ name }) => name));
  const calls = new Map<string, Set<string>>();
  for (const { within, runs } of runners)
    if (within !== '' && runs !== undefined && names.has(runs))
      calls.set(within, (calls.get(within) ?? new Set()).add(runs));
  const circles = circlesOf(calls);

  return runners.flatMap(({ node, id, within, runs }) => {
    const missing = runs === undefined || !names.has(runs);
    const circle = within === '' ? undefined : circles.get(within);
    if (!missing && (circle === undefined || circle !== circles.get(runs))) return [];
    const code = missing ? 'body_missing' : 'subgraph_runs_itself';
    const place = places.get(id) ?? { pointer: '' };
    return [assumption(code, place, { nodes: [id], params: { node: node.id, body: runs ?? '' } })];
  });
}
