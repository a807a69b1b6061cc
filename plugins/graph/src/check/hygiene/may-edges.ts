import type { AgentGraph, GraphBody, GraphEdge } from '../../model/index.js';

/** So many `may` edges are there or not in every combination, however large the graph is. */
const ALWAYS = 4;
/** More of them where all ways together have no more nodes and edges than this. */
const MOST = 4_000;

/** The graph in the ways that its `may` edges can be there or not for a whole run (S4): first with all of them. */
export interface Ways {
  readonly graphs: readonly AgentGraph[];
  /** False: there are more ways. Then there is one graph, whose runs are more than those of all of them. */
  readonly whole: boolean;
}

export function waysOfMayEdges(graph: AgentGraph): Ways {
  const bodies: readonly GraphBody[] = [graph, ...(graph.subgraphs ?? [])];
  const edges = bodies.flatMap((body) => body.edges.filter(({ provenance }) => provenance === 'may'));
  if (edges.length === 0) return { graphs: [graph], whole: true };
  const size = bodies.reduce((sum, body) => sum + body.nodes.length + body.edges.length, 0);
  if (edges.length > ALWAYS && 2 ** edges.length * size > MOST)
    return { graphs: [eachBody(graph, withEarlyJoins)], whole: false };
  const graphs = Array.from({ length: 1 << edges.length }, (_way, absent) => {
    const gone = new Set(edges.filter((_edge, at) => ((absent >> at) & 1) === 1));
    return eachBody(graph, (body) => ({ ...body, edges: body.edges.filter((edge) => !gone.has(edge)).map(declared) }));
  });
  return { graphs, whole: true };
}

function eachBody(graph: AgentGraph, change: <Body extends GraphBody>(body: Body) => Body): AgentGraph {
  return { ...change(graph), ...(graph.subgraphs && { subgraphs: graph.subgraphs.map((body) => change(body)) }) };
}

function declared(edge: GraphEdge): GraphEdge {
  const { provenance: _provenance, ...rest } = edge;
  return edge.provenance === 'may' ? rest : edge;
}

/** What is not there is not waited for. */
function withEarlyJoins<Body extends GraphBody>(body: Body): Body {
  const perhaps = new Set(body.edges.flatMap(({ provenance, target }) => (provenance === 'may' ? [target] : [])));
  return {
    ...body,
    nodes: body.nodes.map((node) =>
      perhaps.has(node.id) && node.join !== undefined ? { ...node, join: 'any' } : node,
    ),
  };
}
