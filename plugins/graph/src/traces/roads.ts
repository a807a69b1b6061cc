import type { GraphBody, GraphEdge, GraphNode } from '../model/index.js';

/** Kinds that recorders do not show. */
const UNSHOWN: ReadonlySet<string> = new Set(['start', 'router', 'fork', 'join', 'wait', 'end', 'fail']);

/** The ways of one body between nodes that a trace shows, over those it does not. */
export class Roads {
  readonly #leaving = new Map<string, GraphEdge[]>();
  readonly #nodes: ReadonlyMap<string, GraphNode>;
  readonly start: string;

  constructor({ start, nodes, edges }: GraphBody) {
    this.start = start;
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const edge of edges) {
      const known = this.#leaving.get(edge.source);
      if (known) known.push(edge);
      else this.#leaving.set(edge.source, [edge]);
    }
  }

  /**
   * The edges of a shortest way from a node to the first that `wanted` is true of, over nodes that are not shown; null where there is none. `toolsOnly`: nodes
   * without tools are not shown either. `failed`: the first edge is one that is taken on an error, where there is such a way.
   */
  way(
    from: string,
    wanted: (node: GraphNode) => boolean,
    toolsOnly: boolean,
    failed: boolean,
  ): readonly string[] | null {
    const first = this.#leaving.get(from) ?? [];
    const preferred = first.filter(({ on = 'success' }) => (on === 'error') === failed);
    return this.#search(preferred, wanted, toolsOnly) ?? this.#search(first, wanted, toolsOnly);
  }

  /** Whether a trace that begins at a node begins where the graph does; the edges on the way there. */
  fromStart(node: string, toolsOnly: boolean): readonly string[] | null {
    if (node === this.start) return [];
    const start = this.#nodes.get(this.start);
    return start && isUnshown(start, toolsOnly)
      ? this.way(this.start, ({ id }) => id === node, toolsOnly, false)
      : null;
  }

  #search(
    first: readonly GraphEdge[],
    wanted: (node: GraphNode) => boolean,
    toolsOnly: boolean,
  ): readonly string[] | null {
    const via = new Map<string, GraphEdge>();
    const queue: GraphEdge[] = [...first];
    for (const edge of queue) {
      const node = this.#nodes.get(edge.target);
      if (node === undefined || via.has(node.id)) continue;
      via.set(node.id, edge);
      if (wanted(node)) return this.#back(node.id, via, first);
      if (isUnshown(node, toolsOnly)) queue.push(...(this.#leaving.get(node.id) ?? []));
    }
    return null;
  }

  #back(last: string, via: ReadonlyMap<string, GraphEdge>, first: readonly GraphEdge[]): string[] {
    const edges: string[] = [];
    for (let edge = via.get(last); edge !== undefined; edge = via.get(edge.source)) {
      edges.push(edge.id);
      if (first.includes(edge)) break;
    }
    return edges.toReversed();
  }
}

const isUnshown = ({ kind, disabled, tools, subgraph }: GraphNode, toolsOnly: boolean): boolean =>
  disabled === true || UNSHOWN.has(kind) || (toolsOnly && subgraph === undefined && (tools ?? []).length === 0);
