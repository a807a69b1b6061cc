import type { AgentGraph, GraphBody, GraphEdge, GraphNode, Place, ReadGraph } from '../../model/index.js';

/** A body with its nodes and edges by their ids. */
export interface IndexedBody {
  /** Of the sub-graph; null for the graph itself. */
  readonly name: string | null;
  readonly body: GraphBody;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, GraphEdge>;
}

/** A node or an edge, and the body it stands in. */
export interface Located<T> {
  readonly item: T;
  readonly within: IndexedBody;
}

/** Finds what verdicts speak of: `review/pay` is the node `pay` in the body that the node `review` runs, as deep as it lies. */
export class GraphIndex {
  readonly top: IndexedBody;
  readonly #bodies: ReadonlyMap<string, IndexedBody>;
  readonly #places: ReadGraph['places'];

  constructor(graph: AgentGraph, places: ReadGraph['places']) {
    this.top = indexed(null, graph);
    this.#bodies = new Map((graph.subgraphs ?? []).map((each) => [each.name, indexed(each.name, each)]));
    this.#places = places;
  }

  /** The body that a node of kind `subgraph` or `map` runs; null where it is missing. */
  bodyOf({ kind, subgraph }: GraphNode): IndexedBody | null {
    if (subgraph === undefined || (kind !== 'subgraph' && kind !== 'map')) return null;
    return this.#bodies.get(subgraph) ?? null;
  }

  node(path: string): Located<GraphNode> | null {
    return this.#find(path, ({ nodes }, id) => nodes.get(id));
  }

  edge(path: string): Located<GraphEdge> | null {
    return this.#find(path, ({ edges }, id) => edges.get(id));
  }

  /** Where a node or an edge stands in the text that was read; null where the reader does not know. */
  placeOf(path: string): Place | null {
    const node = this.node(path);
    if (node !== null) return this.#places.nodes.get(sourceName(node)) ?? null;
    const edge = this.edge(path);
    // A node may be named by its body, as the document has it, also where no run comes to it.
    return (edge === null ? this.#places.nodes.get(path) : this.#places.edges.get(sourceName(edge))) ?? null;
  }

  /** Ids may hold the sign that parts them, so each way to part them is tried; what failed once is not tried again. */
  #find<T>(path: string, of: (body: IndexedBody, id: string) => T | undefined): Located<T> | null {
    const failed = new Set<string>();
    const search = (within: IndexedBody, from: number, depth: number): Located<T> | null => {
      const key = `${from} ${within.name ?? ''}`;
      if (depth > DEPTH || failed.has(key)) return null;
      const item = of(within, path.slice(from));
      if (item !== undefined) return { item, within };
      for (const end of partings(path, from)) {
        const node = within.nodes.get(path.slice(from, end));
        const body = node === undefined ? null : this.bodyOf(node);
        const found = body === null ? null : search(body, end + 1, depth + 1);
        if (found !== null) return found;
      }
      failed.add(key);
      return null;
    };
    return search(this.top, 0, 0);
  }
}

/** Places at which a path may part, each of which costs a look at all before it, and bodies within bodies. Beyond them nothing is looked for. */
const [PARTINGS, DEPTH] = [256, 64];

/** Where a path may part into the name of a node and what is in its body, from the left. */
export function partings(path: string, from = 0): number[] {
  const ends: number[] = [];
  for (let end = path.indexOf('/', from); end >= 0 && ends.length < PARTINGS; end = path.indexOf('/', end + 1))
    ends.push(end);
  return ends;
}

function indexed(name: string | null, body: GraphBody): IndexedBody {
  return {
    name,
    body,
    nodes: new Map(body.nodes.map((node) => [node.id, node])),
    edges: new Map(body.edges.map((edge) => [edge.id, edge])),
  };
}

/** As readers name places: a node of a sub-graph is `<sub-graph>/<id>`. */
function sourceName({ item, within }: Located<{ readonly id: string }>): string {
  return within.name === null ? item.id : `${within.name}/${item.id}`;
}
