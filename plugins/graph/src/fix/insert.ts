import type { AgentGraph, DataEdge, GraphBody, GraphEdge, GraphNode, ToolUse } from '../model/index.js';
import { bodiesOf, type InsertionPlace } from './places.js';

/** One node to insert: a call that passes or fails, a person who is asked, or a person who says what a value is. */
export type Inserted =
  | ({
      readonly kind: 'call';
      readonly call: ToolUse;
      /** It passes by not failing; else by a result that is judged. */
      readonly raises: boolean;
    } & Cleaned)
  /** `tool`: what is confirmed; null: nothing but that the run goes on. */
  | { readonly kind: 'person'; readonly tool: string | null }
  | ({ readonly kind: 'entry' } & Cleaned);

/** A value that what is inserted gives anew: a variable that it writes, or what a data edge brings, which goes through it then. */
export interface Cleaned {
  readonly writes?: string;
  readonly through?: DataEdge;
}

/** Where a run goes whose inserted check fails, or whose person says no: to failure, or to the end of its lane. */
export type Refusal = 'fail' | 'end';

export interface Insertion {
  readonly place: InsertionPlace;
  readonly what: readonly Inserted[];
}

/** The graph with something inserted at some of its places. Ids of new nodes and edges begin with `fix:` and are none of the graph's. */
export function withInserted(graph: AgentGraph, insertions: readonly Insertion[], refusal: Refusal): AgentGraph {
  const of = (name: string): readonly Insertion[] => insertions.filter(({ place }) => place.body === name);
  return mapBodies(graph, (name, body) => {
    const writer = new Writer(body, refusal);
    for (const { place, what } of of(name)) {
      if ('start' in place) writer.inFrontOfStart(what);
      else writer.onEdge(place.edge, what);
    }
    return writer.body();
  });
}

/**
 * The graph with something in front of nodes (by body), whatever leads to them: what comes in, a join included, comes in at what is inserted.
 */
export function withInFront(
  graph: AgentGraph,
  nodes: ReadonlyMap<string, readonly string[]>,
  what: (body: string, node: string) => readonly Inserted[],
  refusal: Refusal,
): AgentGraph {
  return mapBodies(graph, (name, body) => {
    const writer = new Writer(body, refusal);
    for (const node of nodes.get(name) ?? []) writer.inFrontOf(node, what(name, node));
    return writer.body();
  });
}

/** The graph in which a person approves each call of a tool, where it is made. */
export function withApprovedCalls(graph: AgentGraph, tool: string): AgentGraph {
  return mapBodies(graph, (_, body) => ({
    nodes: body.nodes.map((node) =>
      node.tools?.some(({ name }) => name === tool)
        ? {
            ...node,
            tools: node.tools.map((use) =>
              use.name === tool ? { ...use, requires_confirmation: true as const } : use,
            ),
          }
        : node,
    ),
  }));
}

/** The graph and nodes that nothing leads to: what they would do has events of its own then. */
export const withApart = (graph: AgentGraph, what: readonly Inserted[], refusal: Refusal): AgentGraph =>
  mapBodies(graph, (name, body) => {
    if (name !== '') return {};
    const writer = new Writer(body, refusal);
    writer.apart(what);
    return writer.body();
  });

type Changed = Partial<Pick<GraphBody, 'start' | 'nodes' | 'edges' | 'data_edges'>>;

function mapBodies(graph: AgentGraph, change: (name: string, body: GraphBody) => Changed): AgentGraph {
  return {
    ...graph,
    ...change('', graph),
    ...(graph.subgraphs && { subgraphs: graph.subgraphs.map((body) => ({ ...body, ...change(body.name, body) })) }),
  };
}

class Writer {
  #start: string;
  readonly #nodes: GraphNode[];
  readonly #edges: GraphEdge[];
  /** Where nodes and edges are by their ids, and the edges that lead to each node. */
  readonly #nodeAt: Map<string, number>;
  readonly #edgeAt: Map<string, number>;
  readonly #into = new Map<string, number[]>();
  /** How many ids of each kind were made up. */
  readonly #made = new Map<string, number>();
  #data: readonly DataEdge[] | undefined;
  readonly #taken: Set<string>;
  readonly #refusal: Refusal;
  #refused: string | null = null;

  constructor({ start, nodes, edges, data_edges: data }: GraphBody, refusal: Refusal) {
    this.#start = start;
    this.#nodes = [...nodes];
    this.#edges = [...edges];
    this.#data = data;
    this.#taken = new Set([...nodes, ...edges].map(({ id }) => id));
    this.#nodeAt = new Map(nodes.map(({ id }, at) => [id, at]));
    this.#edgeAt = new Map(edges.map(({ id }, at) => [id, at]));
    edges.forEach(({ target }, at) => this.#leads(at, target));
    this.#refusal = refusal;
  }

  body(): Changed {
    const data = this.#data;
    return { start: this.#start, nodes: this.#nodes, edges: this.#edges, ...(data && { data_edges: data }) };
  }

  onEdge(id: string, what: readonly Inserted[]): void {
    const at = this.#edgeAt.get(id);
    const edge = at === undefined ? undefined : this.#edges[at];
    if (at === undefined || !edge) throw new RangeError(`no edge is called ${JSON.stringify(id)}`);
    const into = this.#into.get(edge.target) ?? [];
    this.#into.set(
      edge.target,
      into.filter((each) => each !== at),
    );
    const target = this.#chain(what, edge.target);
    this.#edges[at] = { ...edge, target };
    this.#leads(at, target);
  }

  inFrontOfStart(what: readonly Inserted[]): void {
    this.#start = this.#chain(what, this.#start);
  }

  inFrontOf(node: string, what: readonly Inserted[]): void {
    const at = this.#nodeAt.get(node);
    const shape = at === undefined ? undefined : this.#nodes[at];
    if (at === undefined || !shape) throw new RangeError(`no node is called ${JSON.stringify(node)}`);
    const into = this.#into.get(node) ?? [];
    this.#into.set(node, []);
    const first = this.#chain(what, node);
    const { join, ...rest } = shape;
    this.#nodes[at] = rest;
    const front = this.#nodeAt.get(first) as number;
    this.#nodes[front] = { ...(this.#nodes[front] as GraphNode), ...(join && { join }) };
    for (const edge of into) {
      this.#edges[edge] = { ...(this.#edges[edge] as GraphEdge), target: first };
      this.#leads(edge, first);
    }
    if (this.#start === node) this.#start = first;
  }

  apart(what: readonly Inserted[]): void {
    const end = this.#id('over');
    this.#nodeAt.set(end, this.#nodes.push({ id: end, kind: 'end' }) - 1);
    this.#chain(what, end);
  }

  /** One after the other, the last leading to `target`. Gives the first. */
  #chain(what: readonly Inserted[], target: string): string {
    return what.toReversed().reduce((next, each) => this.#one(each, next), target);
  }

  #one(each: Inserted, next: string): string {
    if (each.kind === 'entry') {
      const id = this.#node({ kind: 'human', ...(each.writes !== undefined && { writes: [each.writes] }) });
      this.#edge({ source: id, target: next });
      this.#lead(each, id);
      return id;
    }
    if (each.kind === 'person') {
      const id = this.#node({ kind: 'human', confirms: each.tool === null ? [] : [each.tool] });
      this.#edge({ source: id, target: next, outcome: 'approve' });
      this.#edge({ source: id, target: this.#refusedAt(), outcome: 'reject' });
      return id;
    }
    const id = this.#node({
      kind: 'tool',
      tools: [each.call],
      ...(each.writes !== undefined && { writes: [each.writes] }),
      ...(this.#refusal === 'end' && { on_error: 'edge' as const }),
    });
    if (this.#refusal === 'end') this.#edge({ source: id, target: this.#refusedAt(), on: 'error' });
    if (each.raises) this.#edge({ source: id, target: next });
    else {
      this.#edge({ source: id, target: next, outcome: 'pass' });
      this.#edge({ source: id, target: this.#refusedAt(), outcome: 'fail' });
    }
    this.#lead(each, id);
    return id;
  }

  /** What a data edge brings goes through what is inserted. */
  #lead({ through }: Cleaned, id: string): void {
    if (through === undefined) return;
    const { source, source_output: output, ...rest } = through;
    this.#data = this.#data?.flatMap((edge) =>
      edge === through
        ? [
            { source, ...(output !== undefined && { source_output: output }), target: id },
            { source: id, ...rest },
          ]
        : [edge],
    );
  }

  #refusedAt(): string {
    this.#refused ??= this.#node({ kind: this.#refusal });
    return this.#refused;
  }

  #node(node: Omit<GraphNode, 'id'>): string {
    const id = this.#id('node');
    this.#nodeAt.set(id, this.#nodes.push({ id, ...node }) - 1);
    return id;
  }

  #edge(edge: Omit<GraphEdge, 'id'>): void {
    const id = this.#id('edge');
    const at = this.#edges.push({ id, ...edge }) - 1;
    this.#edgeAt.set(id, at);
    this.#leads(at, edge.target);
  }

  #leads(edge: number, target: string): void {
    const known = this.#into.get(target);
    if (known) known.push(edge);
    else this.#into.set(target, [edge]);
  }

  #id(what: string): string {
    let more = (this.#made.get(what) ?? 0) + 1;
    const named = (): string => (more === 1 ? `fix:${what}` : `fix:${what}:${String(more)}`);
    while (this.#taken.has(named())) more += 1;
    this.#made.set(what, more);
    const id = named();
    this.#taken.add(id);
    return id;
  }
}

/** The nodes of each body that call a tool. */
export function callersOf(graph: AgentGraph, tool: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    bodiesOf(graph).flatMap(({ name, body }) => {
      const nodes = body.nodes.filter(({ tools, disabled }) => !disabled && tools?.some((use) => use.name === tool));
      return nodes.length === 0 ? [] : [[name, nodes.map(({ id }) => id)] as const];
    }),
  );
}
