import type { AgentGraph, Assumption, GraphBody, GraphEdge, GraphNode, ReadResult } from '../../model/index.js';
import { assumption, type AssumptionCode, type Resting } from './assumptions.js';
import { bind } from './bindings.js';
import { LazyPlaces } from './lazy-places.js';
import { withoutEdges } from './no-edges.js';
import { pointerOnly, type ReadOptions } from './options.js';
import { nearestTo, Problems } from './problems.js';
import { rolesIn, type StatedCompensation } from './roles.js';

/** What a graph says of itself beside its bodies. */
export type GraphHead = Pick<AgentGraph, 'name' | 'execution' | 'context' | 'variables'>;

/**
 * A graph while a reader of another format makes it: nodes, edges and assumptions with their places. References may be made before what they name;
 * {@link finish} looks at all of them, and refuses what dangles.
 */
export class Draft {
  readonly problems: Problems;
  readonly #options: ReadOptions;
  readonly #assumptions: Assumption[] = [];
  readonly #compensations: StatedCompensation[] = [];
  readonly #bodies = new Map<string, BodyDraft>();
  readonly #places = { nodes: new Map<string, string>(), edges: new Map<string, string>() };
  /** The body where a run begins. */
  readonly main: BodyDraft;

  constructor(options: ReadOptions = {}) {
    this.#options = options;
    this.problems = new Problems(this.#placeOf);
    this.main = new BodyDraft('', this.problems, this.#places);
  }

  readonly #placeOf = (pointer: string): ReturnType<typeof pointerOnly> =>
    (this.#options.placeOf ?? pointerOnly)(pointer);

  /** The sub-graph of this name, made when it is first asked for. */
  body(name: string): BodyDraft {
    const found = this.#bodies.get(name) ?? new BodyDraft(`${name}/`, this.problems, this.#places);
    this.#bodies.set(name, found);
    return found;
  }

  /** The graph itself and all its sub-graphs. */
  get bodies(): Iterable<BodyDraft> {
    return [this.main, ...this.#bodies.values()];
  }

  /** Nodes of a sub-graph are told as `<sub-graph>/<id>`. */
  assume(code: AssumptionCode, pointer: string, resting: Resting = {}): void {
    this.#assumptions.push(assumption(code, this.#placeOf(pointer), resting));
  }

  /** The export says that what one node calls undoes what another one calls. */
  compensates(compensation: StatedCompensation): void {
    this.#compensations.push(compensation);
  }

  finish(head: GraphHead): ReadResult {
    const { problems } = this;
    this.main.close();
    for (const body of this.#bodies.values()) body.close();
    if (problems.any) return { ok: false, problems: problems.found };
    const graph: AgentGraph = {
      format: 'agent-graph/1',
      ...head,
      ...this.main.made(),
      ...(this.#bodies.size > 0 && {
        subgraphs: [...this.#bodies].map(([name, body]) => ({ name, ...body.made() })),
      }),
    };
    const { bindings } = this.#options;
    const bound = bindings
      ? bind(graph, this.#assumptions, bindings, problems)
      : { graph, assumptions: this.#assumptions };
    if (problems.any) return { ok: false, problems: problems.found };
    const places = {
      nodes: new LazyPlaces(this.#places.nodes, this.#placeOf),
      edges: new LazyPlaces(this.#places.edges, this.#placeOf),
    };
    const assumptions = [...withoutEdges(bound.graph, places.nodes), ...bound.assumptions];
    const roles = rolesIn(bound.graph, this.#compensations, this.#placeOf);
    return { ok: true, graph: bound.graph, assumptions, places, ...(roles.length > 0 && { roles }) };
  }
}

/** An edge whose id is made of its ends and its branch, so that it survives another order of the edges. */
export type DraftEdge = Omit<GraphEdge, 'id'>;

export class BodyDraft {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #edges = new Map<string, GraphEdge>();
  #start: { readonly id: string; readonly pointer: string } | undefined;

  constructor(
    /** What stands before the ids of this body elsewhere: empty, or `<sub-graph>/`. */
    readonly prefix: string,
    private readonly problems: Problems,
    private readonly places: { readonly nodes: Map<string, string>; readonly edges: Map<string, string> },
  ) {}

  /** Adds a node; an id that is there already is a problem, told at `pointer`. */
  node(node: GraphNode, pointer: string): void {
    const first = this.places.nodes.get(this.prefix + node.id);
    if (first !== undefined) return this.problems.add('graph_id_doubled', pointer, { id: node.id, first });
    this.#nodes.set(node.id, node);
    this.places.nodes.set(this.prefix + node.id, pointer);
  }

  /** @returns the edge's id */
  edge(edge: DraftEdge, pointer: string): string {
    const { source, target, branch, on } = edge;
    const by = branch !== undefined && branch !== '' ? `[${branch}]` : on === 'error' ? '[error]' : '';
    const plain = `${source} -${by}-> ${target}`;
    let id = plain;
    for (let again = 2; this.places.edges.has(this.prefix + id); again += 1) id = `${plain} (${again})`;
    this.#edges.set(id, { id, ...edge });
    this.places.edges.set(this.prefix + id, pointer);
    return id;
  }

  start(id: string, pointer: string): void {
    if (this.#start) return this.problems.add('graph_start_doubled', pointer, { id, first: this.#start.pointer });
    this.#start = { id, pointer };
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** More is known of a node that is there. */
  change(id: string, more: Partial<GraphNode>): void {
    const node = this.#nodes.get(id);
    if (node) this.#nodes.set(id, { ...node, ...more });
  }

  get nodes(): Iterable<GraphNode> {
    return this.#nodes.values();
  }

  get edges(): Iterable<GraphEdge> {
    return this.#edges.values();
  }

  /** Looks at the start and at both ends of each edge. */
  close(): void {
    const refer = (id: string, pointer: string): void => {
      if (!this.#nodes.has(id))
        this.problems.add('graph_reference_dangling', pointer, { id, ...nearestTo(id, this.#nodes.keys()) });
    };
    if (this.#start) refer(this.#start.id, this.#start.pointer);
    else this.problems.add('graph_start_missing', '', {});
    for (const { id, source, target } of this.#edges.values()) {
      const pointer = this.places.edges.get(this.prefix + id) ?? '';
      refer(source, pointer);
      refer(target, pointer);
    }
  }

  made(): GraphBody {
    return { start: this.#start?.id ?? '', nodes: [...this.#nodes.values()], edges: [...this.#edges.values()] };
  }
}
