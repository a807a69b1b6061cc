import { type GraphBody, type GraphEdge, type GraphNode, type BodyIndex, release } from '../model/index.js';
import { ByteColumn, Column } from './column.js';
import {
  type ControlGraph,
  type Doubt,
  EVENT,
  type Guarded,
  type Instance,
  type ItemsGroup,
  type JoinGroup,
  MODE,
  PLACE,
  type Use,
} from './control.js';

export interface MoveTraits {
  readonly event?: number;
  readonly guard?: number;
  readonly bound?: number;
  readonly edge?: number;
  readonly step?: boolean;
  readonly turn?: boolean;
  readonly mode?: number;
  readonly doubt?: number;
}

const PLAIN: MoveTraits = {};

/** A control graph in the making: places and moves are appended, and laid out by their source in the end. */
export class Draft {
  readonly #kind: ByteColumn;
  readonly #owner: ByteColumn;
  readonly #begins: ByteColumn;
  readonly #node: Column;
  readonly #scope: Column;
  readonly #group: Column;
  readonly #from: Column;
  readonly #to: Column;
  readonly #event: Column;
  readonly #guard: Column;
  readonly #bound: Column;
  readonly #edge: Column;
  readonly #step: ByteColumn;
  readonly #turn: ByteColumn;
  readonly #mode: ByteColumn;
  readonly #doubt: Column;
  readonly #eventKind = new ByteColumn();
  readonly #eventOf = new Column();
  readonly #eventNode = new Column();
  readonly nodeInstance = new Column();
  readonly edgeInstance = new Column();
  readonly uses: Use[] = [];
  readonly tools: string[] = [];
  readonly toolIds = new Map<string, number>();
  readonly guards: Guarded[] = [];
  readonly bounds: number[] = [];
  readonly doubts: Doubt[] = [];
  readonly joins: JoinGroup[] = [];
  readonly instances: Instance[] = [];
  /** Those of the only body there is are not copied. */
  #nodes: readonly GraphNode[] = [];
  #edges: readonly GraphEdge[] = [];
  readonly parallel: ItemsGroup[] = [];
  readonly #boundOf = new Map<GraphEdge, number>();
  readonly writers = new Map<string, number[]>();

  /** @param body the graph itself: how large it is says how much room is needed, about */
  constructor({ nodes, edges }: GraphBody) {
    const [places, moves] = [nodes.length * 2, nodes.length + edges.length];
    [this.#kind, this.#owner, this.#begins] = [new ByteColumn(places), new ByteColumn(places), new ByteColumn(places)];
    [this.#node, this.#scope, this.#group] = [new Column(0, places), new Column(0, places), new Column(-1, places)];
    [this.#from, this.#to, this.#edge] = [new Column(0, moves), new Column(0, moves), new Column(-1, moves)];
    [this.#event, this.#guard, this.#bound] = [new Column(-1, moves), new Column(-1, moves), new Column(-1, moves)];
    [this.#step, this.#turn, this.#mode] = [new ByteColumn(moves), new ByteColumn(moves), new ByteColumn(moves)];
    this.#doubt = new Column(-1, moves);
  }

  get nodes(): readonly GraphNode[] {
    return this.#nodes;
  }

  get edges(): readonly GraphEdge[] {
    return this.#edges;
  }

  get places(): number {
    return this.#kind.length;
  }

  place(node: number, kind: number = PLACE.plain, group = -1): number {
    this.#kind.push(kind);
    this.#owner.push(0);
    this.#begins.push(0);
    this.#node.push(node);
    this.#scope.push(node < 0 ? 0 : this.nodeInstance.get(node));
    this.#group.push(group);
    return this.#kind.length - 1;
  }

  /** A place of an instance that belongs to no node of its own. */
  placeIn(instance: number, node: number, kind: number): void {
    this.#scope.set(this.place(node, kind), instance);
  }

  become(place: number, kind: number): void {
    this.#kind.set(place, kind);
  }

  /** A node begins to be executed here. */
  begin(place: number): void {
    this.#begins.set(place, 1);
  }

  /** Somebody else than the run chooses here. */
  doubtful(place: number): void {
    this.#owner.set(place, 1);
  }

  move(from: number, to: number, traits: MoveTraits = PLAIN): void {
    this.#push(from, to, traits.event ?? -1, traits.edge ?? -1, traits.step === true ? 1 : 0, traits);
  }

  #push(from: number, to: number, event: number, edge: number, step: number, traits: MoveTraits = PLAIN): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#event.push(event);
    this.#edge.push(edge);
    this.#step.push(step);
    this.#guard.push(traits.guard ?? -1);
    this.#bound.push(traits.bound ?? -1);
    this.#turn.push(traits.turn === true ? 1 : 0);
    this.#mode.push(traits.mode ?? MODE.always);
    this.#doubt.push(traits.doubt ?? -1);
  }

  /** The token arrives at a node over an edge that asks nothing and tells nothing. */
  cross(from: number, to: number, edge: number): void {
    this.#push(from, to, -1, edge, 1);
  }

  event(kind: number, of: number, node: number, writes?: Iterable<string>): number {
    this.#eventKind.push(kind);
    this.#eventOf.push(of);
    this.#eventNode.push(node);
    const event = this.#eventKind.length - 1;
    if (writes)
      for (const name of writes) {
        const known = this.writers.get(name);
        if (known) known.push(event);
        else this.writers.set(name, [event]);
      }
    return event;
  }

  /** A call in three moves' events: attempt (which writes), success, failure. */
  call(use: Use, writes: Iterable<string>): { attempt: number; success: number; failure: number } {
    this.uses.push(use);
    const of = this.uses.length - 1;
    return {
      attempt: this.event(EVENT.attempt, of, use.node, writes),
      success: this.event(EVENT.success, of, use.node),
      failure: this.event(EVENT.failure, of, use.node),
    };
  }

  /** The number of the bound of an edge: wherever its body is run it is the same edge (S4). */
  bound(edge: GraphEdge): number {
    if (edge.max_times === undefined) return -1;
    let bound = this.#boundOf.get(edge);
    if (bound === undefined) {
      bound = this.bounds.push(edge.max_times) - 1;
      this.#boundOf.set(edge, bound);
    }
    return bound;
  }

  tool(name: string): number {
    const known = this.toolIds.get(name);
    if (known !== undefined) return known;
    this.tools.push(name);
    this.toolIds.set(name, this.tools.length - 1);
    return this.tools.length - 1;
  }

  doubt(doubt: Doubt): number {
    this.doubts.push(doubt);
    return this.doubts.length - 1;
  }

  instance(instance: Instance, index: BodyIndex): { id: number; base: number; edgeBase: number } {
    this.instances.push(instance);
    const id = this.instances.length - 1;
    const edgeBase = this.#edges.length;
    const { nodes, edges } = index.body;
    if (id === 0) [this.#nodes, this.#edges] = [nodes, edges];
    else {
      if (id === 1) [this.#nodes, this.#edges] = [[...this.#nodes], [...this.#edges]];
      const [allNodes, allEdges] = [this.#nodes as GraphNode[], this.#edges as GraphEdge[]];
      for (const node of nodes) allNodes.push(node);
      for (const edge of edges) allEdges.push(edge);
    }
    for (let node = 0; node < nodes.length; node += 1) this.nodeInstance.push(id);
    for (let edge = 0; edge < edges.length; edge += 1) this.edgeInstance.push(id);
    return { id, base: instance.base, edgeBase };
  }

  /** Moves laid out by their source, in the order they were added. Nothing can be added then. */
  done(start: number, lanes: boolean): ControlGraph {
    const moves = this.#from.length;
    const { places } = this;
    const first = new Int32Array(places + 1);
    for (let move = 0; move < moves; move += 1) {
      const at = this.#from.get(move) + 1;
      first[at] = (first[at] as number) + 1;
    }
    for (let place = 0; place < places; place += 1)
      first[place + 1] = (first[place + 1] as number) + (first[place] as number);
    const next = first.slice();
    const order = new Int32Array(moves);
    for (let move = 0; move < moves; move += 1) {
      const from = this.#from.get(move);
      order[next[from] as number] = move;
      next[from] = (next[from] as number) + 1;
    }
    release(next);
    /** What no move has is one array for all. */
    const none = new Int32Array(moves).fill(-1);
    const laid = (column: Column): Int32Array => (column.isBlank ? none : column.takeInOrder(order));
    const bytes = (column: ByteColumn): Uint8Array => column.takeInOrder(order);
    this.#from.take();
    const from = new Int32Array(moves);
    for (let place = 0; place < places; place += 1) from.fill(place, first[place], first[place + 1]);
    const laidOut = {
      places,
      start,
      kind: this.#kind.take(),
      owner: this.#owner.take(),
      begins: this.#begins.take(),
      node: this.#node.take(),
      scope: this.#scope.take(),
      group: this.#group.take(),
      first,
      from,
      to: laid(this.#to),
      event: laid(this.#event),
      guard: laid(this.#guard),
      bound: laid(this.#bound),
      edge: laid(this.#edge),
      step: bytes(this.#step),
      turn: bytes(this.#turn),
      mode: bytes(this.#mode),
      doubt: laid(this.#doubt),
      eventKind: this.#eventKind.take(),
      eventOf: this.#eventOf.take(),
      eventNode: this.#eventNode.take(),
      uses: this.uses,
      tools: this.tools,
      toolIds: this.toolIds,
      guards: this.guards,
      bounds: this.bounds,
      doubts: this.doubts,
      joins: this.joins,
      instances: this.instances,
      nodes: this.nodes,
      edges: this.edges,
      nodeInstance: this.nodeInstance.take(),
      edgeInstance: this.edgeInstance.take(),
      lanes,
      parallel: this.parallel,
      writers: this.writers,
    };
    release(order);
    return laidOut;
  }
}
