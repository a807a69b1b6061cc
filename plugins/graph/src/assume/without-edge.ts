import type { GraphBody, GraphEdge, GraphNode } from '../model/index.js';

const made = new WeakSet<GraphNode>();

/** Whether a node is none of the graph: it stands for an edge that is never taken. */
export const isMadeByAssume = (node: GraphNode | undefined): boolean => node !== undefined && made.has(node);

/**
 * A body of which an edge is never taken, as one whose guard never holds. It now leaves a node that nothing leads to, so that a join it leads to still waits for it.
 * A node that is left without a way on fails: it went on by that edge alone.
 */
export function withoutEdge(body: GraphBody, id: string): GraphBody {
  const taken = new Set([...body.nodes, ...body.edges].map((each) => each.id));
  const fresh = (name: string): string => {
    let given = name;
    for (let more = 2; taken.has(given); more += 1) given = `${name}:${String(more)}`;
    taken.add(given);
    return given;
  };
  const never = body.edges.find((edge) => edge.id === id) as GraphEdge;
  const nowhere: GraphNode = { id: fresh('assumed:never'), kind: 'wait' };
  made.add(nowhere);
  const { guard: _guard, otherwise: _otherwise, ...rest } = never;
  const edges = body.edges.map((edge) => (edge === never ? { ...rest, source: nowhere.id } : edge));
  const nodes = [...body.nodes, nowhere];
  const way = ({ source, on = 'success' }: GraphEdge): boolean =>
    source === never.source && on === (never.on ?? 'success');
  if (edges.some(way)) return { ...body, nodes, edges };
  const failure: GraphNode = { id: fresh('assumed:failure'), kind: 'fail' };
  made.add(failure);
  const to: GraphEdge = {
    id: fresh('assumed:fails'),
    source: never.source,
    target: failure.id,
    ...(never.on && { on: never.on }),
  };
  return { ...body, nodes: [...nodes, failure], edges: [...edges, to] };
}
