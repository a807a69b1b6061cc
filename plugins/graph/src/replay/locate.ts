import type { AgentGraph, GraphBody, GraphEdge, GraphNode } from '../model/index.js';

/** A node where it stands: in which body, and behind which names. */
export interface Located {
  readonly body: GraphBody;
  readonly node: GraphNode;
  /** `''`, or the names of the nodes around it, each with a `/` behind. */
  readonly prefix: string;
}

interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly leaving: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly arriving: ReadonlyMap<string, readonly GraphEdge[]>;
}

/** Of each body once: paths are long, and so are bodies. */
const indices = new WeakMap<GraphBody, Index>();

function indexOf(body: GraphBody): Index {
  const known = indices.get(body);
  if (known) return known;
  const leave = new Map<string, GraphEdge[]>();
  const arrive = new Map<string, GraphEdge[]>();
  const put = (edges: Map<string, GraphEdge[]>, node: string, edge: GraphEdge): void => {
    const there = edges.get(node);
    if (there) there.push(edge);
    else edges.set(node, [edge]);
  };
  for (const edge of body.edges) {
    put(leave, edge.source, edge);
    put(arrive, edge.target, edge);
  }
  const made = { nodes: new Map(body.nodes.map((node) => [node.id, node])), leaving: leave, arriving: arrive };
  indices.set(body, made);
  return made;
}

/** Finds the node of a name as paths write it: the nodes around it, then its id. */
export function locate(graph: AgentGraph, name: string): Located | null {
  const open: { body: GraphBody; prefix: string; rest: string }[] = [{ body: graph, prefix: '', rest: name }];
  for (let top = open.pop(); top; top = open.pop()) {
    const { body, prefix, rest } = top;
    const { nodes } = indexOf(body);
    const node = nodes.get(rest);
    if (node) return { body, node, prefix };
    // Ids may have a `/` of their own: every cut is tried.
    for (let cut = rest.indexOf('/'); cut >= 0; cut = rest.indexOf('/', cut + 1)) {
      const around = nodes.get(rest.slice(0, cut));
      const inner = around && graph.subgraphs?.find(({ name: each }) => each === around.subgraph);
      if (inner) open.push({ body: inner, prefix: `${prefix}${rest.slice(0, cut)}/`, rest: rest.slice(cut + 1) });
    }
  }
  return null;
}

/** The edges that leave a node, in their order. */
export const leaving = ({ body, node }: Located, on: 'success' | 'error'): GraphEdge[] =>
  (indexOf(body).leaving.get(node.id) ?? []).filter((edge) => (edge.on ?? 'success') === on);

/** The `success` edges that come in at a node, in their order. */
export const arriving = ({ body, node }: Located): GraphEdge[] =>
  (indexOf(body).arriving.get(node.id) ?? []).filter(({ on }) => on !== 'error');

/** The edge of a name as paths write it, among those that leave a node. */
export const edgeNamed = ({ body, node, prefix }: Located, name: string): GraphEdge | undefined =>
  indexOf(body)
    .leaving.get(node.id)
    ?.find(({ id }) => `${prefix}${id}` === name);
