import type { AgentGraph, GraphBody, GraphEdge, GraphNode } from '../model/index.js';

/** A node where it stands: in which body, and behind which names. */
export interface Located {
  readonly body: GraphBody;
  readonly node: GraphNode;
  /** `''`, or the names of the nodes around it, each with a `/` behind. */
  readonly prefix: string;
}

/** Finds the node of a name as paths write it: the nodes around it, then its id. */
export function locate(graph: AgentGraph, name: string): Located | null {
  const open: { body: GraphBody; prefix: string; rest: string; depth: number }[] = [
    { body: graph, prefix: '', rest: name, depth: 0 },
  ];
  for (let top = open.pop(); top; top = open.pop()) {
    const { body, prefix, rest, depth } = top;
    for (const node of body.nodes) {
      if (node.id === rest) return { body, node, prefix };
      const inner = rest.startsWith(`${node.id}/`)
        ? graph.subgraphs?.find(({ name: each }) => each === node.subgraph)
        : undefined;
      if (inner && depth < name.length)
        open.push({
          body: inner,
          prefix: `${prefix}${node.id}/`,
          rest: rest.slice(node.id.length + 1),
          depth: depth + 1,
        });
    }
  }
  return null;
}

export const leaving = ({ body, node }: Located, on: 'success' | 'error'): GraphEdge[] =>
  body.edges.filter((edge) => edge.source === node.id && (edge.on ?? 'success') === on);

/** The edge of a name as paths write it, among those that leave a node. */
export const edgeNamed = (at: Located, name: string): GraphEdge | undefined =>
  at.body.edges.find((edge) => edge.source === at.node.id && `${at.prefix}${edge.id}` === name);
