import { type ControlGraph, type Instance, type ItemsGroup, type JoinGroup, PLACE } from '../lower/index.js';
import type { GuardCells } from './cells.js';
import type { Monitor } from './monitor.js';

/** The lanes for items of one `map`, which nothing tells apart, place by place. The first of all their places is at 0. */
export interface ItemPlaces {
  readonly base: number;
  /** Per place which lane it is in; -1 for none. */
  readonly laneOf: Int8Array;
  /** Per place in a lane what it is in the first lane, from `base`; -1 where it is nothing there. */
  readonly inFirst: Int32Array;
  /** Per lane what the places of the first one are in it. */
  readonly inLane: readonly Int32Array[];
}

/** Pairs the places of the lanes for items of a `map` with those of the first; null where anything tells them apart, to the graph or to the rule. Linear in their moves. See docs/adr/0164. */
export function pairItems(
  graph: ControlGraph,
  cells: GuardCells,
  monitor: Monitor,
  map: ItemsGroup,
): ItemPlaces | null {
  const begins = beginsOf(graph, map);
  const laneOf = lanesOf(graph, map, begins);
  if (begins.length !== map.copies.length || !areEnteredByHead(graph, map, laneOf, begins)) return null;
  const pairs: ReadonlyMap<number, number>[] = [];
  for (let lane = 1; lane < begins.length; lane += 1) {
    const own = new Pairing(graph, cells, monitor, laneOf, lane).from(
      map.head,
      begins[0] as number,
      begins[lane] as number,
    );
    if (own === null) return null;
    pairs.push(own);
  }
  const [second] = pairs;
  return second ? laidOut(laneOf, [new Map([...second.keys()].map((place) => [place, place])), ...pairs]) : null;
}

/** In arrays over no more than the places of the lanes: states are looked up in them one after the other. */
function laidOut(laneOf: ReadonlyMap<number, number>, pairs: readonly ReadonlyMap<number, number>[]): ItemPlaces {
  const [base, last] = [...laneOf.keys()].reduce(
    ([least, most], place) => [Math.min(least, place), Math.max(most, place)],
    [Infinity, 0],
  ) as [number, number];
  const size = last - base + 1;
  const lanes = new Int8Array(size).fill(-1);
  for (const [place, lane] of laneOf) lanes[place - base] = lane;
  const inFirst = new Int32Array(size).fill(-1);
  const inLane = pairs.map((own) => {
    const places = new Int32Array(size).fill(-1);
    for (const [first, place] of own) {
      places[first - base] = place;
      inFirst[place - base] = first - base;
    }
    return places;
  });
  return { base, laneOf: lanes, inFirst, inLane };
}

/** Where an item begins in each lane. */
function beginsOf({ first, to, kind }: ControlGraph, { head }: ItemsGroup): number[] {
  const begins: number[] = [];
  for (let move = first[head] as number; move < (first[head + 1] as number); move += 1)
    if (kind[to[move] as number] === PLACE.fork) begins.push(to[move] as number);
  return begins;
}

function lanesOf(
  { places, scope, instances }: ControlGraph,
  { copies }: ItemsGroup,
  begins: readonly number[],
): Map<number, number> {
  const laneOf = new Map(begins.map((place, lane) => [place, lane]));
  // An instance comes behind the one that it lies in.
  const inside = new Map(copies.map((copy, lane) => [copy, lane]));
  for (const [instance, { parent }] of instances.entries()) {
    const lane = inside.get(parent);
    if (lane !== undefined) inside.set(instance, lane);
  }
  for (let place = 0; place < places; place += 1) {
    const lane = inside.get(scope[place] as number);
    if (lane !== undefined) laneOf.set(place, lane);
  }
  return laneOf;
}

/** Whether no move leads into a lane but from the head of the `map`, where an item begins. */
function areEnteredByHead(
  { from, to }: ControlGraph,
  { head }: ItemsGroup,
  laneOf: ReadonlyMap<number, number>,
  begins: readonly number[],
): boolean {
  return to.every((target, move) => {
    const lane = laneOf.get(target);
    const source = from[move] as number;
    return lane === undefined || laneOf.get(source) === lane || (source === head && begins[lane] === target);
  });
}

/** Walks through two lanes at once. */
class Pairing {
  readonly #graph: ControlGraph;
  readonly #cells: GuardCells;
  readonly #monitor: Monitor;
  readonly #laneOf: ReadonlyMap<number, number>;
  readonly #lane: number;
  readonly #places = new Map<number, number>();
  readonly #instances = new Map<number, number>();
  readonly #todo: number[] = [];

  constructor(
    graph: ControlGraph,
    cells: GuardCells,
    monitor: Monitor,
    laneOf: ReadonlyMap<number, number>,
    lane: number,
  ) {
    this.#graph = graph;
    this.#cells = cells;
    this.#monitor = monitor;
    this.#laneOf = laneOf;
    this.#lane = lane;
  }

  /** The places of a lane by those of the first, from where both begin; null where they are not alike. */
  from(head: number, left: number, right: number): ReadonlyMap<number, number> | null {
    const [one, other] = [this.#moveTo(head, left), this.#moveTo(head, right)];
    if (!this.#areMoves(one, other) || !this.#arePlaces(left, right)) return null;
    for (let place = this.#todo.pop(); place !== undefined; place = this.#todo.pop())
      if (!this.#areLeftAlike(place, this.#places.get(place) as number)) return null;
    return this.#keepOrder() ? this.#places : null;
  }

  #moveTo(head: number, target: number): number {
    return this.#graph.to.indexOf(target, this.#graph.first[head]);
  }

  #areLeftAlike(left: number, right: number): boolean {
    const { first, to } = this.#graph;
    const [one, other] = [first[left] as number, first[right] as number];
    const count = (first[left + 1] as number) - one;
    if ((first[right + 1] as number) - other !== count) return false;
    for (let move = 0; move < count; move += 1)
      if (
        !this.#areMoves(one + move, other + move) ||
        !this.#arePlaces(to[one + move] as number, to[other + move] as number)
      )
        return false;
    return true;
  }

  /** Whether two places are one, or the same in two lanes; then their moves are to be looked at. */
  #arePlaces(left: number, right: number): boolean {
    const { kind, owner, begins, node, nodes, scope, group } = this.#graph;
    const known = this.#places.get(left);
    if (known !== undefined) return known === right;
    const [inLeft, inRight] = [this.#laneOf.get(left), this.#laneOf.get(right)];
    if (inLeft === undefined && inRight === undefined) return left === right;
    if (inLeft !== 0 || inRight !== this.#lane) return false;
    this.#places.set(left, right);
    this.#todo.push(left);
    return (
      kind[left] === kind[right] &&
      owner[left] === owner[right] &&
      begins[left] === begins[right] &&
      nodes[node[left] as number] === nodes[node[right] as number] &&
      this.#areInstances(scope[left] as number, scope[right] as number) &&
      this.#areGroups(kind[left] as number, group[left] as number, group[right] as number)
    );
  }

  /** Whether two bodies that are run are one, or the same in two lanes: they end alike, and what runs them goes on at the same places. */
  #areInstances(left: number, right: number): boolean {
    const known = this.#instances.get(left);
    if (known !== undefined) return known === right;
    this.#instances.set(left, right);
    if (left === right) return true;
    const { instances, nodes, parallel } = this.#graph;
    const [one, other] = [instances[left] as Instance, instances[right] as Instance];
    return (
      one.body === other.body &&
      nodes[one.around] === nodes[other.around] &&
      this.#areInstances(one.parent, other.parent) &&
      (one.items === other.items ||
        this.#arePlaces(parallel[one.items ?? -1]?.head ?? -1, parallel[other.items ?? -1]?.head ?? -1)) &&
      this.#arePlaces(one.done, other.done) &&
      this.#arePlaces(one.failed, other.failed) &&
      this.#arePlaces(one.abort, other.abort)
    );
  }

  /** Joins, and the lanes for items of a `map` inside. */
  #areGroups(kind: number, left: number, right: number): boolean {
    const { joins, parallel } = this.#graph;
    if (left === right) return true;
    if (left < 0 !== right < 0) return false;
    if (kind === PLACE.join) {
      const [one, other] = [joins[left] as JoinGroup, joins[right] as JoinGroup];
      return (
        one.kind === other.kind &&
        one.waits.length === other.waits.length &&
        one.waits.every((place, at) => this.#arePlaces(place, other.waits[at] as number)) &&
        this.#arePlaces(one.to, other.to)
      );
    }
    const [one, other] = [parallel[-2 - left], parallel[-2 - right]];
    return (
      one !== undefined &&
      other !== undefined &&
      one.copies.length === other.copies.length &&
      one.copies.every((copy, at) => this.#areInstances(copy, other.copies[at] as number)) &&
      this.#arePlaces(one.head, other.head) &&
      this.#arePlaces(one.held, other.held)
    );
  }

  #areMoves(left: number, right: number): boolean {
    const { event, guard, guards, bound, edge, edges, step, turn, mode, doubt, doubts } = this.#graph;
    const [one, other] = [guard[left] as number, guard[right] as number];
    const condition = (literal: number): unknown => (literal < 0 ? literal : guards[literal >> 1]?.expr);
    return (
      condition(one) === condition(other) &&
      (one & 1) === (other & 1) &&
      bound[left] === bound[right] &&
      edges[edge[left] as number] === edges[edge[right] as number] &&
      step[left] === step[right] &&
      turn[left] === turn[right] &&
      mode[left] === mode[right] &&
      doubts[doubt[left] as number]?.code === doubts[doubt[right] as number]?.code &&
      this.#areEvents(event[left] as number, event[right] as number)
    );
  }

  #areEvents(left: number, right: number): boolean {
    if (left < 0 || right < 0) return left === right;
    const { eventKind } = this.#graph;
    return (
      eventKind[left] === eventKind[right] &&
      this.#monitor.symbolOf.get(left) === this.#monitor.symbolOf.get(right) &&
      JSON.stringify(this.#cells.writes(left)) === JSON.stringify(this.#cells.writes(right))
    );
  }

  /** What is done in the order of places is done in the same one. */
  #keepOrder(): boolean {
    const pairs = [...this.#places].toSorted(([a], [b]) => a - b);
    return pairs.every(([, right], at) => at === 0 || (pairs[at - 1] as [number, number])[1] < right);
  }
}
