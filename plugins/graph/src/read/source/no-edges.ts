import type { AgentGraph, Assumption, GraphBody, Place } from '../../model/index.js';
import { assumption } from './assumptions.js';

/** A body, with what stands before the ids of its nodes: nothing, or `<sub-graph>/`. */
export interface PrefixedBody {
  readonly body: GraphBody;
  readonly prefix: string;
}

export function bodiesOf(graph: AgentGraph): readonly PrefixedBody[] {
  const inner = (graph.subgraphs ?? []).map((body) => ({ body, prefix: `${body.name}/` }));
  return [{ body: graph, prefix: '' }, ...inner];
}

/**
 * A body with several nodes and no edge is damaged, or not what its owner runs: whatever is asked of it is vacuous, never clean. One node alone
 * is a graph like any other: an agent and its tools.
 */
export function withoutEdges(graph: AgentGraph, places: ReadonlyMap<string, Place>): readonly Assumption[] {
  return bodiesOf(graph).flatMap(({ body, prefix }) => {
    if (body.edges.length > 0 || body.nodes.length < 2) return [];
    const place = places.get(prefix + body.start) ?? { pointer: '' };
    const params = { nodes: body.nodes.length, unreachable: body.nodes.length - 1 };
    return [assumption('no_edges', place, { nodes: [prefix + body.start], params })];
  });
}
