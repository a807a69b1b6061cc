import type { GraphBody } from './graph.js';
import { release } from './release.js';

/** What is asked of a body again and again, once for all who ask: nodes and edges by their numbers, in the order of the document. */
export interface BodyIndex {
  readonly body: GraphBody;
  /** The number of a node by its id. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Edges by source in their order: those of node n are `order[first[n]]` to below `order[first[n + 1]]`. */
  readonly first: Int32Array;
  readonly order: Int32Array;
  readonly target: Int32Array;
  /** How many `success` edges come in. */
  readonly incoming: Int32Array;
}

const indices = new WeakMap<GraphBody, BodyIndex>();

/** @throws RangeError when an edge or the start names no node: readers refuse such a graph with its place. */
export function indexBody(body: GraphBody): BodyIndex {
  const known = indices.get(body);
  if (known) return known;
  const { nodes } = body;
  const indexOf = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += 1) indexOf.set((nodes[node] as { id: string }).id, node);
  if (indexOf.size !== nodes.length) throw new RangeError('two nodes of one body have one id');
  const missing = (id: string): never => {
    throw new RangeError(`no node is called ${JSON.stringify(id)}`);
  };
  if (!indexOf.has(body.start)) missing(body.start);
  return indexEdges(body, indexOf, missing) as BodyIndex;
}

/**
 * The index of a body whose nodes are numbered already; it is kept for `indexBody`. Null where an edge names no node, of which `missing` is told each.
 *
 * @param indexOf the number of each node by its id, which is unique
 */
export function indexEdges(
  body: GraphBody,
  indexOf: ReadonlyMap<string, number>,
  missing: (id: string, edge: number, side: 'source' | 'target') => void,
): BodyIndex | null {
  const { nodes, edges } = body;
  const source = new Int32Array(edges.length);
  const target = new Int32Array(edges.length);
  const incoming = new Int32Array(nodes.length);
  const first = new Int32Array(nodes.length + 1);
  let whole = true;
  for (let edge = 0; edge < edges.length; edge += 1) {
    const shape = edges[edge] as GraphBody['edges'][number];
    const from = indexOf.get(shape.source);
    const to = indexOf.get(shape.target);
    if (from === undefined) missing(shape.source, edge, 'source');
    if (to === undefined) missing(shape.target, edge, 'target');
    if (from === undefined || to === undefined) {
      whole = false;
      continue;
    }
    source[edge] = from;
    target[edge] = to;
    first[from + 1] = (first[from + 1] as number) + 1;
    if (shape.on !== 'error') incoming[to] = (incoming[to] as number) + 1;
  }
  if (!whole) return null;
  const order = laidOut(source, first);
  release(source);
  const made = { body, indexOf, first, order, target, incoming };
  indices.set(body, made);
  return made;
}

/** Edges by a number of each; `first` has the counts, each one too high, and the places afterwards. */
function laidOut(of: Int32Array, first: Int32Array): Int32Array {
  for (let at = 1; at < first.length; at += 1) first[at] = (first[at] as number) + (first[at - 1] as number);
  const next = first.slice();
  const order = new Int32Array(of.length);
  for (let edge = 0; edge < of.length; edge += 1) {
    const from = of[edge] as number;
    order[next[from] as number] = edge;
    next[from] = (next[from] as number) + 1;
  }
  release(next);
  return order;
}

const arrivals = new WeakMap<BodyIndex, { first: Int32Array; order: Int32Array }>();

/** The numbers of the `success` edges that come in at node `node`, in their order. */
export function incomingOf(of: BodyIndex, node: number): number[] {
  let into = arrivals.get(of);
  if (!into) {
    const first = new Int32Array(of.body.nodes.length + 1);
    for (const to of of.target) first[to + 1] = (first[to + 1] as number) + 1;
    into = { order: laidOut(of.target, first), first };
    arrivals.set(of, into);
  }
  const found: number[] = [];
  for (let at = into.first[node] as number; at < (into.first[node + 1] as number); at += 1) {
    const edge = into.order[at] as number;
    if (of.body.edges[edge]?.on !== 'error') found.push(edge);
  }
  return found;
}

/** The numbers of the edges of node `node`, in their order, of one kind. */
export function edgesOf(of: BodyIndex, node: number, on: 'success' | 'error'): number[] {
  const { first, order, body } = of;
  const found: number[] = [];
  for (let at = first[node] as number; at < (first[node + 1] as number); at += 1) {
    const edge = order[at] as number;
    if ((body.edges[edge]?.on ?? 'success') === on) found.push(edge);
  }
  return found;
}
