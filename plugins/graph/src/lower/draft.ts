import {
  type BodyIndex,
  type GraphBody,
  type GraphEdge,
  type GraphNode,
  inRows,
  NODE_TRAIT,
  release,
} from '../model/index.js';
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
  OWNER,
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
  #events = 0;
  readonly #eventOf = new Column();
  readonly #eventNode = new Column();
  readonly nodeInstance = new Column();
  readonly edgeInstance = new Column();
  readonly uses: Use[] = [];
  readonly tools: string[] = [];
  readonly toolIds = new Map<string, number>();
  readonly guards: Guarded[] = [];
  readonly bounds: number[] = [];
  readonly unasked = new Map<number, readonly number[]>();
  readonly renews = new Map<number, readonly number[]>();
  readonly doubts: Doubt[] = [];
  readonly joins: JoinGroup[] = [];
  readonly instances: Instance[] = [];
  /** Those of the only body there is are not copied. */
  #nodes: readonly GraphNode[] = [];
  #edges: readonly GraphEdge[] = [];
  readonly parallel: ItemsGroup[] = [];
  readonly #boundOf = new Map<number, number>();
  /** Per instance the bounds of its edges. */
  readonly #boundsOf = new Map<number, number[]>();
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
    return this.#node.length;
  }

  place(node: number, kind: number = PLACE.plain, group = -1): number {
    const place = this.#node.length;
    this.#node.push(node);
    const scope = node < 0 ? 0 : this.nodeInstance.get(node);
    if (scope !== 0) this.#scope.set(place, scope);
    if (kind !== PLACE.plain) this.#kind.set(place, kind);
    if (group !== -1) this.#group.set(place, group);
    return place;
  }

  /** A place of an instance that belongs to no node of its own. */
  placeIn(instance: number, node: number, kind: number): void {
    this.#scope.set(this.place(node, kind), instance);
  }

  /** The places where the nodes of a body are entered, in their order; the first of them. */
  entries({ nodeTraits, nodesHave }: BodyIndex, base: number): number {
    const first = this.#node.length;
    const { length } = nodeTraits;
    const scope = this.nodeInstance.get(base);
    this.#node.fill(length, base, 1);
    this.#begins.fill(first, length, 1);
    if (scope !== 0) for (let node = 0; node < length; node += 1) this.#scope.set(first + node, scope);
    if ((nodesHave & NODE_TRAIT.end) !== 0)
      for (let node = 0; node < length; node += 1)
        if (((nodeTraits[node] as number) & NODE_TRAIT.end) !== 0) this.#begins.set(first + node, 0);
    return first;
  }

  become(place: number, kind: number): void {
    this.#kind.set(place, kind);
  }

  /** A node begins to be executed at another place than where it is entered. */
  beginsLater(entry: number, place: number): void {
    this.#begins.set(entry, 0);
    this.#begins.set(place, 1);
  }

  /** Somebody else than the run chooses here. */
  doubtful(place: number): void {
    this.#owner.set(place, OWNER.others);
  }

  /** Somebody else than the run says here what all variables are. */
  valuedByOthers(place: number): void {
    this.#owner.set(place, OWNER.values);
  }

  move(from: number, to: number, traits: MoveTraits = PLAIN): void {
    const move = this.#push(from, to);
    if (traits === PLAIN) return;
    const { event = -1, edge = -1, guard = -1, bound = -1, doubt = -1, mode = MODE.always } = traits;
    if (event !== -1) this.#event.set(move, event);
    if (edge !== -1) this.#edge.set(move, edge);
    if (guard !== -1) this.#guard.set(move, guard);
    if (bound !== -1) this.#bound.set(move, bound);
    if (doubt !== -1) this.#doubt.set(move, doubt);
    if (mode !== MODE.always) this.#mode.set(move, mode);
    if (traits.step === true) this.#step.set(move, 1);
    if (traits.turn === true) this.#turn.set(move, 1);
  }

  /** A move that nothing but an event is on. */
  happens(from: number, to: number, event: number): void {
    this.#event.set(this.#push(from, to), event);
  }

  #push(from: number, to: number): number {
    const move = this.#from.length;
    this.#from.push(from);
    this.#to.push(to);
    return move;
  }

  /** The token arrives at a node over an edge that asks nothing and tells nothing. */
  cross(from: number, to: number, edge: number): void {
    const move = this.#push(from, to);
    this.#edge.set(move, edge);
    this.#step.set(move, 1);
  }

  event(kind: number, of: number, node: number, writes?: Iterable<string>): number {
    const event = this.#events;
    this.#events = event + 1;
    this.#eventKind.set(event, kind);
    this.#eventOf.push(of);
    this.#eventNode.push(node);
    if (writes)
      for (const name of writes) {
        const known = this.writers.get(name);
        if (known) known.push(event);
        else this.writers.set(name, [event]);
      }
    return event;
  }

  /** A call in three moves' events: attempt (which writes), success, failure. */
  call(use: Use, writes?: Iterable<string>): { attempt: number; success: number; failure: number } {
    this.uses.push(use);
    const of = this.uses.length - 1;
    return {
      attempt: this.event(EVENT.attempt, of, use.node, writes),
      success: this.event(EVENT.success, of, use.node),
      failure: this.event(EVENT.failure, of, use.node),
    };
  }

  /** The number of the bound of an edge, `at` in the numbering of all edges: it is counted for each execution of its body (S4; docs/adr/0176). -1: it has none. */
  bound({ max_times: most }: GraphEdge, at: number): number {
    if (most === undefined) return -1;
    let bound = this.#boundOf.get(at);
    if (bound === undefined) {
      bound = this.bounds.push(most) - 1;
      this.#boundOf.set(at, bound);
      this.#boundsIn(this.edgeInstance.get(at)).push(bound);
    }
    return bound;
  }

  /** That an execution of a body begins; -1 where nothing depends on it. */
  begun(instance: number, node: number): number {
    if (!this.instances[instance]?.body.edges.some(({ max_times: most }) => most !== undefined)) return -1;
    const event = this.event(EVENT.begun, instance, node);
    this.renews.set(event, this.#boundsIn(instance));
    return event;
  }

  #boundsIn(instance: number): number[] {
    let bounds = this.#boundsOf.get(instance);
    if (!bounds) this.#boundsOf.set(instance, (bounds = []));
    return bounds;
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
    this.nodeInstance.fill(nodes.length, id);
    this.edgeInstance.fill(edges.length, id);
    return { id, base: instance.base, edgeBase };
  }

  /** Moves laid out by their source, in the order they were added. Nothing can be added then. */
  done(start: number, lanes: boolean): ControlGraph {
    const moves = this.#from.length;
    const { places } = this;
    const added = this.#from.take();
    const { first, order } = inRows(added, places);
    release(added);
    /** What no move has is one array for all. */
    const none = new Int32Array(moves).fill(-1);
    const laid = (column: Column): Int32Array => (column.isBlank ? none : column.takeInOrder(order));
    const bytes = (column: ByteColumn): Uint8Array => column.takeInOrder(order);
    const from = new Int32Array(moves);
    for (let place = 0, move = 0; place < places; place += 1)
      for (const end = first[place + 1] as number; move < end; move += 1) from[move] = place;
    const laidOut = {
      places,
      start,
      kind: this.#kind.take(places),
      owner: this.#owner.take(places),
      begins: this.#begins.take(places),
      node: this.#node.take(),
      scope: this.#scope.take(places),
      group: this.#group.take(places),
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
      eventKind: this.#eventKind.take(this.#events),
      eventOf: this.#eventOf.take(),
      eventNode: this.#eventNode.take(),
      unasked: this.unasked,
      renews: this.renews,
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
