import { type ControlGraph, edgeName, EVENT, nodeName, PLACE, type Use } from '../../lower/index.js';
import type { Decider, GraphBody, GraphEdge, GraphNode } from '../../model/index.js';
import { type Atoms, variablesIn } from './atoms.js';
import { type Asked, type Calls, isModel } from './calls.js';
import type { Change, Moment } from './change.js';
import type { Untils } from './until.js';
import { any, by, CLEAN, DECIDED, EVERYTHING, isOpen, maybe, perhaps, type Value } from './value.js';

interface Happening {
  readonly changes: readonly Change[];
  readonly open?: Decider;
}

const ENDS: readonly number[] = [PLACE.end, PLACE.terminate, PLACE.abort];

/** What each move of a graph does to what is tainted, as docs/graph/semantics.md S11 has it. */
export class Moments {
  readonly #graph: ControlGraph;
  readonly #atoms: Atoms;
  readonly #untils: Untils;
  readonly #calls: Calls;
  readonly #asked: Asked | null;
  /** Variables that an event writes; null: any. */
  readonly #writes = new Map<number, number | null>();
  /** Per place, the instances of bodies that are over when a lane leaves it. */
  readonly #over = new Map<number, number[]>();
  /** Where an opaque node is in the middle of what it does (S9): the node. */
  readonly #opaque = new Map<number, number>();
  /** The guards that are decided, by their edges. */
  readonly #decided = new Map<number, readonly string[]>();

  constructor(graph: ControlGraph, atoms: Atoms, untils: Untils, calls: Calls, asked: Asked | null) {
    this.#graph = graph;
    this.#atoms = atoms;
    this.#untils = untils;
    this.#calls = calls;
    this.#asked = asked;
    for (const [name, events] of graph.writers)
      for (const event of events) {
        const known = this.#writes.get(event) ?? 0;
        this.#writes.set(event, name === '*' || this.#writes.get(event) === null ? null : known | atoms.variable(name));
      }
    graph.instances.forEach(({ done, failed }, instance) => {
      if (done >= 0) this.#isOverAt(done, instance);
      let at = failed;
      while (at >= 0 && graph.kind[at] === PLACE.abort) at = graph.instances[graph.scope[at] as number]?.failed ?? -1;
      if (at >= 0) this.#isOverAt(at, instance);
    });
    for (const { head, copies } of graph.parallel) for (const copy of copies) this.#isOverAt(head, copy);
    graph.eventKind.forEach((kind, move) => {
      if (kind === EVENT.chaos) this.#opaque.set(graph.from[move] as number, graph.eventNode[move] as number);
    });
    for (const { edge, expr } of graph.guards) this.#decided.set(edge, variablesIn(expr));
  }

  /** Null where nothing happens to what is tainted. */
  of(move: number): Moment | null {
    const graph = this.#graph;
    const from = graph.from[move] as number;
    // Where a lane is over it goes on by itself.
    if (ENDS.includes(graph.kind[from] as number)) return null;
    const over = (this.#over.get(from) ?? []).filter((instance) => this.#ends(instance, move));
    const { changes, open } = this.#happens(move);
    const crossed = this.#crosses(move);
    const all: Change[] = [
      ...(this.#over.get(from) ?? []).map((instance): Change => ({ do: 'over', instance })),
      ...changes,
      ...over.flatMap((instance) => this.#comesBack(instance)),
      ...crossed.changes,
      ...this.#leaves(move),
      ...this.#arrives(move),
    ];
    const doubt = open ?? crossed.open;
    return all.length === 0 ? null : { changes: all, ...(doubt && { open: doubt }) };
  }

  #isOverAt(place: number, instance: number): void {
    const known = this.#over.get(place);
    if (known) known.push(instance);
    else this.#over.set(place, [instance]);
  }

  /** A body is over with its node: that of a `map` not before each turn. */
  #ends(instance: number, move: number): boolean {
    const { around } = this.#graph.instances[instance] as ControlGraph['instances'][number];
    return this.#graph.eventKind[move] !== EVENT.item || this.#graph.eventNode[move] !== around;
  }

  /** The history of a body goes into the history around it, unless its value is clean. */
  #comesBack(instance: number): Change[] {
    const { around } = this.#graph.instances[instance] as ControlGraph['instances'][number];
    const inside = this.#atoms.inside(around);
    const typed = this.#atoms.isTyped(around);
    const out = this.#atoms.out(around);
    return [
      ...(out === 0
        ? []
        : [{ do: 'flow', value: typed ? CLEAN : by(inside || this.#atoms.around(around)), sets: out } as const]),
      ...(inside === 0 || typed ? [] : [{ do: 'flow', value: by(inside), adds: this.#atoms.around(around) } as const]),
      ...(inside === 0 ? [] : [{ do: 'flow', value: CLEAN, sets: inside } as const]),
    ];
  }

  #happens(move: number): Happening {
    const graph = this.#graph;
    const writes = this.#writes.get(move);
    switch (graph.eventKind[move]) {
      case EVENT.attempt:
        return this.#calls.attempt(
          graph.uses[graph.eventOf[move] as number] as Use,
          writes === undefined ? 0 : writes,
          this.#asked,
        );
      case EVENT.write:
        return this.#done(graph.eventNode[move] as number, writes);
      case EVENT.item:
        return this.#written(graph.eventNode[move] as number, this.#fromReads(graph.eventNode[move] as number), writes);
      case EVENT.edit:
        return { changes: writes ? [{ do: 'flow', value: DECIDED, sets: writes }] : [] };
      case EVENT.again:
        return { changes: this.#goesBack(graph.eventNode[move] as number) };
      case EVENT.chaos:
        return this.#chaos(graph.eventNode[move] as number);
      default: {
        const node = this.#opaque.get(graph.from[move] as number);
        // What happens in other lanes meanwhile it may have read as well.
        return node !== undefined && graph.eventKind[move] === 0 ? this.#chaos(node, true) : { changes: [] };
      }
    }
  }

  /** What nobody knows the doings of may have read and written anything. `over`: it returns. */
  #chaos(node: number, over = false): Happening {
    const value = maybe(EVERYTHING);
    const out = over ? this.#atoms.out(node) : 0;
    return {
      changes: [
        { do: 'flow', value, adds: this.#atoms.historyOf(node) },
        ...(out === 0 ? [] : [{ do: 'flow', value, sets: out } as const]),
        { do: 'scatter', value, sets: this.#atoms.everyVariable() },
      ],
      open: { code: 'writes_unknown', at: nodeName(this.#graph, node), params: {} },
    };
  }

  /** A node is done: what it says and writes then. */
  #done(node: number, writes: number | null | undefined): Happening {
    const shape = this.#graph.nodes[node] as GraphNode;
    const history = this.#atoms.historyOf(node);
    const read = this.#calls.read(node);
    if (isModel(shape)) {
      const { changes, open } = this.#written(node, by(history), writes);
      return { changes: [{ do: 'flow', value: read, adds: history }, ...changes], ...(open && { open }) };
    }
    if (shape.kind === 'human') return this.#written(node, CLEAN, writes);
    if (shape.kind === 'subgraph' || shape.kind === 'map') {
      const { changes, open } = this.#written(node, any(by(this.#atoms.inside(node) || history), read), writes, false);
      return { changes, ...(open && { open }) };
    }
    if (shape.kind === 'tool') return this.#written(node, any(read, maybe(history)), writes);
    return this.#written(node, this.#fromReads(node), writes);
  }

  /** What a node reads; nobody knows, where it does not say. */
  #fromReads(node: number): Value {
    const { reads = [] } = this.#graph.nodes[node] as GraphNode;
    return any(this.#calls.read(node), reads.length === 0 && !this.#atoms.isFed(node) ? maybe(EVERYTHING) : CLEAN);
  }

  #written(node: number, given: Value, writes: number | null | undefined, returns = true): Happening {
    const typed = this.#atoms.isTyped(node);
    const value = typed ? DECIDED : any(DECIDED, given);
    const out = returns ? this.#atoms.out(node) : 0;
    const at = nodeName(this.#graph, node);
    const vague = writes === null ? 'writes_unknown' : 'reads_unknown';
    const open = writes === null || value.maybe !== 0 ? { code: vague, at, params: {} } : undefined;
    return {
      changes: [
        ...(out === 0 ? [] : [{ do: 'flow', value: typed ? CLEAN : given, sets: out } as const]),
        ...(writes === null
          ? [{ do: 'scatter', value, sets: this.#atoms.everyVariable() } as const]
          : writes
            ? [{ do: 'flow', value, sets: writes } as const]
            : []),
      ],
      ...(open && { open }),
    };
  }

  /** An edge of a decision is taken. */
  #crosses(move: number): Happening {
    const graph = this.#graph;
    const edge = graph.edge[move] as number;
    if (graph.step[move] === 0 || edge < 0 || graph.edges[edge]?.on === 'error') return { changes: [] };
    const node = graph.node[graph.from[move] as number] as number;
    const until = this.#untils.of(node);
    if (until === 0) return { changes: [] };
    const { value, open } = this.#decision(node);
    return { changes: [{ do: 'decide', value, until }], ...(open && { open }) };
  }

  readonly #decisions = new Map<number, { readonly value: Value; readonly open?: Decider }>();

  #decision(node: number): { readonly value: Value; readonly open?: Decider } {
    const known = this.#decisions.get(node);
    if (known) return known;
    const graph = this.#graph;
    const shape = graph.nodes[node] as GraphNode;
    const instance = graph.nodeInstance[node] as number;
    const { body } = graph.instances[instance] as ControlGraph['instances'][number];
    let open: Decider | undefined;
    const values = (this.#leavingIn(body).get(shape.id) ?? []).map((index): Value => {
      const { on, guard, otherwise } = body.edges[index] as GraphEdge;
      if (on === 'error' || otherwise) return CLEAN;
      const edge = this.#firstEdge(instance) + index;
      const read = this.#decided.get(edge);
      if (read) return by(this.#atoms.variables(read));
      if (guard === undefined) {
        // Such an edge is taken in any case: nobody chooses it.
        if (shape.concurrency === 'all') return CLEAN;
        if (isModel(shape)) return this.#calls.modelOf(node);
        if (shape.kind === 'human') return CLEAN;
        open ??= { code: 'chooser_unknown', at: nodeName(graph, node), params: {} };
        return perhaps(this.#calls.modelOf(node));
      }
      if ('choice' in guard) {
        if (guard.choice !== 'llm') return CLEAN;
        const knows = this.#calls.modelOf(node);
        if (isOpen(knows)) open ??= { code: 'chooser_unknown', at: nodeName(graph, node), params: {} };
        return knows;
      }
      open = { code: 'opaque_guard', at: edgeName(graph, edge), params: {} };
      return maybe(EVERYTHING);
    });
    const found = { value: any(...values), ...(open && { open }) };
    this.#decisions.set(node, found);
    return found;
  }

  readonly #leaving = new Map<GraphBody, ReadonlyMap<string, readonly number[]>>();

  /** The edges of a body, by their index in it, for each node that they leave. */
  #leavingIn(body: GraphBody): ReadonlyMap<string, readonly number[]> {
    let leaving = this.#leaving.get(body);
    if (!leaving) {
      leaving = Map.groupBy(body.edges.keys(), (index) => (body.edges[index] as GraphEdge).source);
      this.#leaving.set(body, leaving);
    }
    return leaving;
  }

  readonly #edgeBases: number[] = [];

  /** The number of the first edge of an instance among all edges. */
  #firstEdge(instance: number): number {
    if (this.#edgeBases.length === 0) this.#graph.edgeInstance.forEach((of, edge) => (this.#edgeBases[of] ??= edge));
    return this.#edgeBases[instance] as number;
  }

  /** A node that has a history for itself is over: what it knows is known around it, unless its value is clean. */
  #leaves(move: number): Change[] {
    const graph = this.#graph;
    const node = graph.node[graph.from[move] as number] as number;
    if (node < 0) return [];
    const to = graph.to[move] as number;
    const goes = graph.step[move] === 1 && (graph.edge[move] as number) >= 0;
    if (!goes && graph.node[to] === node && !ENDS.includes(graph.kind[to] as number)) return [];
    return this.#goesBack(node);
  }

  /** An execution is over: the history that the node has for itself goes into the one around it. */
  #goesBack(node: number): Change[] {
    const { own } = this.#atoms;
    if (!this.#atoms.hasOwn(node)) return [];
    return [
      ...(this.#atoms.isTyped(node) ? [] : [{ do: 'flow', value: by(own), adds: this.#atoms.around(node) } as const]),
      { do: 'flow', value: CLEAN, sets: own },
    ];
  }

  /** Branches that meet where a lane arrives are one again. */
  #arrives(move: number): Change[] {
    const graph = this.#graph;
    if (graph.step[move] === 0 || (graph.edge[move] as number) < 0) return [];
    const until = this.#untils.at(graph.node[graph.to[move] as number] as number);
    return until === 0 ? [] : [{ do: 'meet', until }];
  }
}
