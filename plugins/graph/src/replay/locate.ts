import {
  type AgentGraph,
  edgesOf,
  type GraphBody,
  type GraphEdge,
  type GraphNode,
  incomingOf,
  indexBody,
} from '../model/index.js';

/** A node where it stands: in which body, and behind which names. */
export interface Located {
  readonly body: GraphBody;
  readonly node: GraphNode;
  /** `''`, or the names of the nodes around it, each with a `/` behind. */
  readonly prefix: string;
}

/** Finds the node of a name as paths write it: the nodes around it, then its id. */
export function locate(graph: AgentGraph, name: string): Located | null {
  const open: { body: GraphBody; prefix: string; rest: string }[] = [{ body: graph, prefix: '', rest: name }];
  for (let top = open.pop(); top; top = open.pop()) {
    const { body, prefix, rest } = top;
    const at = numberOf(body, rest);
    if (at !== undefined) return { body, node: body.nodes[at] as GraphNode, prefix };
    // Ids may have a `/` of their own: every cut is tried.
    for (let cut = rest.indexOf('/'); cut >= 0; cut = rest.indexOf('/', cut + 1)) {
      const number = numberOf(body, rest.slice(0, cut));
      const around = number === undefined ? undefined : body.nodes[number];
      const inner = around && graph.subgraphs?.find(({ name: each }) => each === around.subgraph);
      if (inner) open.push({ body: inner, prefix: `${prefix}${rest.slice(0, cut)}/`, rest: rest.slice(cut + 1) });
    }
  }
  return null;
}

const numberOf = (body: GraphBody, id: string): number | undefined => indexBody(body).indexOf.get(id);

/** The edges that leave a node, in their order. */
export const leaving = ({ body, node }: Located, on: 'success' | 'error'): GraphEdge[] =>
  edgesOf(indexBody(body), numberOf(body, node.id) as number, on).map((edge) => body.edges[edge] as GraphEdge);

/** The `success` edges that come in at a node, in their order. */
export const arriving = ({ body, node }: Located): GraphEdge[] =>
  incomingOf(indexBody(body), numberOf(body, node.id) as number).map((edge) => body.edges[edge] as GraphEdge);

/** The edge of a name as paths write it, among those that leave a node. */
export const edgeNamed = (at: Located, name: string): GraphEdge | undefined =>
  [...leaving(at, 'success'), ...leaving(at, 'error')].find(({ id }) => `${at.prefix}${id}` === name);
