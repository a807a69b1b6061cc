import type { GraphBody, GraphEdge, GraphNode } from './graph.js';
import { release } from './release.js';
import { EDGE_TRAIT, traitsOfEdge, traitsOfNode } from './traits.js';

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
  /** Bits of `NODE_TRAIT` and `EDGE_TRAIT`: a byte each is nearer than the node and the edge, which are read once. */
  readonly nodeTraits: Uint8Array;
  readonly edgeTraits: Uint8Array;
  /** The bits that some node, and some edge, has. */
  readonly nodesHave: number;
  readonly edgesHave: number;
  /** How many edges have a guard. */
  readonly guarded: number;
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
  const source = numbersOf(edges, 'source', nodes, indexOf);
  const target = numbersOf(edges, 'target', nodes, indexOf);
  const incoming = new Int32Array(nodes.length);
  const edgeTraits = new Uint8Array(edges.length);
  let edgesHave = 0;
  let guarded = 0;
  let whole = true;
  for (let edge = 0; edge < edges.length; edge += 1) {
    const shape = edges[edge] as GraphEdge;
    const from = source[edge] as number;
    const to = target[edge] as number;
    if (from < 0 || to < 0) {
      if (from < 0) missing(shape.source, edge, 'source');
      if (to < 0) missing(shape.target, edge, 'target');
      whole = false;
      continue;
    }
    const traits = traitsOfEdge(shape);
    edgeTraits[edge] = traits;
    edgesHave |= traits;
    if (shape.guard !== undefined) guarded += 1;
    if ((traits & EDGE_TRAIT.error) === 0) incoming[to] = (incoming[to] as number) + 1;
  }
  if (!whole) return null;
  const { first, order } = inRows(source, nodes.length);
  release(source);
  const nodeTraits = new Uint8Array(nodes.length);
  let nodesHave = 0;
  for (let node = 0; node < nodes.length; node += 1) {
    const traits = traitsOfNode(nodes[node] as GraphNode);
    nodeTraits[node] = traits;
    nodesHave |= traits;
  }
  const made: BodyIndex = {
    body,
    indexOf,
    first,
    order,
    target,
    incoming,
    nodeTraits,
    edgeTraits,
    nodesHave,
    edgesHave,
    guarded,
  };
  indices.set(body, made);
  return made;
}

/** So often in a row an id was not that of the next node: it is no longer looked at. */
const MOST_MISSED = 64;

/**
 * The number of the node at one side of each edge; -1 where none is called so. Documents list edges mostly in the order of their nodes: the node before and the next one are
 * looked at first.
 */
function numbersOf(
  edges: readonly GraphEdge[],
  side: 'source' | 'target',
  nodes: readonly GraphNode[],
  indexOf: ReadonlyMap<string, number>,
): Int32Array {
  const numbers = new Int32Array(edges.length);
  let last = -1;
  let lastId: string | null = null;
  let missed = 0;
  for (let edge = 0; edge < edges.length; edge += 1) {
    const { source, target } = edges[edge] as GraphEdge;
    const id = side === 'source' ? source : target;
    if (id !== lastId) {
      if (missed < MOST_MISSED && last + 1 < nodes.length && (nodes[last + 1] as GraphNode).id === id) {
        last += 1;
        missed = 0;
      } else {
        last = indexOf.get(id) ?? -1;
        missed += 1;
      }
      lastId = id;
    }
    numbers[edge] = last;
  }
  return numbers;
}

/** Things by a number of each, in their order: those of row n are `order[first[n]]` to below `order[first[n + 1]]`. Linear (counting sort). */
export function inRows(row: Int32Array, rows: number): { first: Int32Array; order: Int32Array } {
  const first = new Int32Array(rows + 1);
  const order = new Int32Array(row.length);
  for (let at = 0; at < row.length; at += 1) {
    const behind = (row[at] as number) + 1;
    first[behind] = (first[behind] as number) + 1;
  }
  for (let at = 1; at <= rows; at += 1) first[at] = (first[at] as number) + (first[at - 1] as number);
  const next = first.slice();
  for (let at = 0; at < row.length; at += 1) {
    const of = row[at] as number;
    const to = next[of] as number;
    order[to] = at;
    next[of] = to + 1;
  }
  release(next);
  return { first, order };
}

const arrivals = new WeakMap<BodyIndex, { first: Int32Array; order: Int32Array }>();

/** The numbers of the `success` edges that come in at node `node`, in their order. */
export function incomingOf(of: BodyIndex, node: number): number[] {
  let into = arrivals.get(of);
  if (!into) {
    into = inRows(of.target, of.body.nodes.length);
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
