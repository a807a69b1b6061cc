import type { AgentGraph, GraphBody } from '../model/index.js';

/** The variables that a body writes, and the bodies in it. */
export function writesIn(graph: AgentGraph, body: GraphBody, seen: Set<GraphBody>): string[] {
  if (seen.has(body)) return [];
  seen.add(body);
  return body.nodes.flatMap((node) => {
    if (node.disabled) return [];
    const inner = graph.subgraphs?.find(({ name }) => name === node.subgraph);
    return [
      ...(node.writes === '*' ? ['*'] : (node.writes ?? [])),
      ...(node.result === undefined ? [] : [node.result]),
      ...(inner ? writesIn(graph, inner, seen) : []),
    ];
  });
}
