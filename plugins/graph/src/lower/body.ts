import type { GraphBody, GraphEdge } from '../model/index.js';

/** What is asked of a body again and again, once for all its instances. */
export interface BodyIndex {
  readonly body: GraphBody;
  readonly indexOf: ReadonlyMap<string, number>;
  /** Edges by source in their order: those of node n are `order[first[n]]` to below `order[first[n + 1]]`. */
  readonly first: Int32Array;
  readonly order: Int32Array;
  readonly target: Int32Array;
  /** How many `success` edges come in. */
  readonly incoming: Int32Array;
}

/** @throws RangeError when an edge or the start names no node: readers refuse such a graph with its place. */
export function indexBody(body: GraphBody): BodyIndex {
  const { nodes, edges } = body;
  const indexOf = new Map<string, number>();
  nodes.forEach(({ id }, index) => indexOf.set(id, index));
  if (indexOf.size !== nodes.length) throw new RangeError('two nodes of one body have one id');
  const at = (id: string): number => {
    const index = indexOf.get(id);
    if (index === undefined) throw new RangeError(`no node is called ${JSON.stringify(id)}`);
    return index;
  };
  at(body.start);
  const source = new Int32Array(edges.length);
  const target = new Int32Array(edges.length);
  const incoming = new Int32Array(nodes.length);
  const first = new Int32Array(nodes.length + 1);
  edges.forEach((edge, index) => {
    const from = at(edge.source);
    const to = at(edge.target);
    source[index] = from;
    target[index] = to;
    first[from + 1] = (first[from + 1] as number) + 1;
    if (edge.on !== 'error') incoming[to] = (incoming[to] as number) + 1;
  });
  for (let node = 0; node < nodes.length; node += 1)
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  const next = first.slice();
  const order = new Int32Array(edges.length);
  for (let edge = 0; edge < edges.length; edge += 1) {
    const from = source[edge] as number;
    order[next[from] as number] = edge;
    next[from] = (next[from] as number) + 1;
  }
  return { body, indexOf, first, order, target, incoming };
}

const into = new WeakMap<BodyIndex, Map<number, number[]>>();

/** The indices of the `success` edges that come in at node `node`, in their order. */
export function incomingOf(index: BodyIndex, node: number): readonly number[] {
  let byTarget = into.get(index);
  if (!byTarget) {
    byTarget = new Map();
    for (let edge = 0; edge < index.target.length; edge += 1) {
      if (index.body.edges[edge]?.on === 'error') continue;
      const target = index.target[edge] as number;
      const known = byTarget.get(target);
      if (known) known.push(edge);
      else byTarget.set(target, [edge]);
    }
    into.set(index, byTarget);
  }
  return byTarget.get(node) ?? [];
}

/** The indices of the edges of node `node`, in their order, of one kind. */
export function edgesOf(index: BodyIndex, node: number, on: 'success' | 'error'): number[] {
  const found: number[] = [];
  for (let at = index.first[node] as number; at < (index.first[node + 1] as number); at += 1) {
    const edge = index.order[at] as number;
    if (((index.body.edges[edge] as GraphEdge).on ?? 'success') === on) found.push(edge);
  }
  return found;
}
