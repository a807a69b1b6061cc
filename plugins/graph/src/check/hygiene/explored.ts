import { type ControlGraph, EVENT, PLACE } from '../../lower/index.js';
import type { Moves } from '../moves.js';
import { NumberedStates } from '../numbered-states.js';
import { type State, type Step, TooWide } from '../state.js';
import type { Twins } from './twins.js';

interface Arrival {
  readonly from: number;
  readonly moves: readonly number[];
}

/** What is still to be seen: nothing beyond it can be. */
export interface Sought {
  /** 1: perhaps some run comes to the node; where it is 0 none does. */
  readonly nodes: Uint8Array;
  /** 1: perhaps some run that comes to the node ends normally, or comes to a `fail` node, there or after that. */
  readonly ends: Uint8Array;
  /** 1: whether the event happens is asked, and perhaps it does. */
  readonly events: Uint8Array;
}

/**
 * States that were looked at, in whatever order, and what the runs through them come to. What was seen is so in some run, before all states were looked at: where a state
 * leads to an end is known of all states before it at once.
 */
export class Explored {
  readonly comes: Uint8Array;
  readonly ends: Uint8Array;
  readonly happens: Uint8Array;
  /** Of each node a state where it was seen first. */
  readonly firstAt: Int32Array;
  /** States that showed something new, still to be looked at. */
  readonly news: number[] = [];
  /** States that were looked at: how many, and as a budget counts them. */
  known = 0;
  looked = 0;
  /** False where a state has more ways on than are followed. */
  whole = true;
  /** What is sought and was not seen yet. */
  left = 0;
  /** Nodes that were seen, and no end after them that there may be. */
  open = 0;
  readonly #graph: ControlGraph;
  readonly #moves: Moves;
  readonly #sought: Sought;
  readonly #twins: Twins | null;
  readonly #numbered: NumberedStates;
  readonly #places: Uint8Array;
  /** Per state: where it leads, once it was looked at. */
  readonly #after: (readonly number[] | undefined)[] = [];
  readonly #before: Arrival[][] = [];
  readonly #ending: boolean[] = [];

  constructor(graph: ControlGraph, moves: Moves, sought: Sought, twins: Twins | null) {
    this.#graph = graph;
    this.#moves = moves;
    this.#sought = sought;
    this.#twins = twins;
    this.#numbered = new NumberedStates(moves);
    this.comes = new Uint8Array(graph.nodes.length);
    this.ends = new Uint8Array(graph.nodes.length);
    this.happens = new Uint8Array(graph.eventKind.length);
    this.firstAt = new Int32Array(graph.nodes.length).fill(-1);
    this.#places = new Uint8Array(graph.places);
    for (const each of [...sought.nodes, ...sought.events]) this.left += each;
    this.#numberOf(moves.start());
    this.news.push(0);
  }

  get states(): readonly State[] {
    return this.#numbered.states;
  }

  /** Nothing that is asked can be seen any more. */
  get isDone(): boolean {
    return this.left === 0 && this.open === 0;
  }

  /** Some run through it ends normally, or comes to a `fail` node. */
  isEnding = (state: number): boolean => this.#ending[state] === true;

  /** Where a state leads. It is looked at where it was not yet. */
  after(state: number): readonly number[] {
    return (this.#after[state] ??= this.#lookAt(state));
  }

  wasLookedAt = (state: number): boolean => this.#after[state] !== undefined;

  #lookAt(from: number): readonly number[] {
    this.known += 1;
    this.looked += this.#moves.weightOf(this.states[from] as State);
    const after: number[] = [];
    try {
      for (const { steps } of this.#moves.options(this.states[from] as State))
        for (const step of steps) {
          const to = this.#take(from, step);
          if (to >= 0) after.push(to);
        }
    } catch (error) {
      if (!(error instanceof TooWide)) throw error;
      this.whole = false;
    }
    if (!this.#moves.whole) this.whole = false;
    return after;
  }

  /** The number of the state that a step leads to; -1 where the run is over. */
  #take(from: number, step: Step): number {
    const { next, moves } = step;
    const known = this.states.length;
    const to = next === null ? -1 : this.#numberOf(next);
    let isNew = to === known && this.#showsNew(to);
    for (const move of moves) isNew = this.#see(move, to < 0 ? from : to) || isNew;
    if (to >= 0) (this.#before[to] as Arrival[]).push({ from, moves });
    if (this.#endsWell(step) || (to >= 0 && this.isEnding(to))) {
      this.#passedWell(moves);
      this.#endsFrom(from);
    }
    if (isNew && to >= 0) this.news.push(to);
    return to;
  }

  #numberOf(state: State): number {
    const known = this.states.length;
    const number = this.#numbered.numberOf(state);
    if (number === known) {
      this.#before.push([]);
      this.#after.push(undefined);
      this.#ending.push(false);
      for (const place of this.#moves.placesOf(state)) this.#come(place, number);
    }
    return number;
  }

  /** Whether a lane is at a place of a state where none was before. */
  #showsNew(state: number): boolean {
    let isNew = false;
    for (const token of (this.states[state] as State).tokens) {
      const place = this.#moves.placeOf(token);
      if (this.#places[place] === 1) continue;
      this.#places[place] = 1;
      isNew = true;
    }
    return isNew;
  }

  #see(move: number, state: number): boolean {
    const { event, to } = this.#graph;
    const isNew = this.#come(to[move] as number, state);
    const own = event[move] as number;
    const happens = own < 0 ? own : (this.#twins?.eventOf[own] ?? own);
    if (happens < 0 || this.happens[happens] === 1) return isNew;
    this.happens[happens] = 1;
    this.left -= this.#sought.events[happens] as number;
    return isNew || this.#sought.events[happens] === 1;
  }

  #come(place: number, state: number): boolean {
    const node = this.#nodeAt(place);
    if (node < 0 || this.comes[node] === 1) return false;
    this.comes[node] = 1;
    this.firstAt[node] = state;
    this.left -= this.#sought.nodes[node] as number;
    this.open += this.#sought.ends[node] as number;
    return true;
  }

  /** A lane that waits at a join has not come to the node. */
  #nodeAt(place: number): number {
    const node = this.#graph.kind[place] === PLACE.join ? -1 : (this.#graph.node[place] as number);
    return node < 0 ? node : (this.#twins?.nodeOf[node] ?? node);
  }

  /** The run ends normally with it, or comes to a `fail` node. */
  #endsWell({ ending, moves }: Step): boolean {
    const { event, eventKind } = this.#graph;
    return ending === 'normal' || moves.some((move) => eventKind[event[move] as number] === EVENT.fell);
  }

  #passedWell(moves: readonly number[]): void {
    for (const move of moves) this.#endsAt(this.#graph.to[move] as number);
  }

  #endsAt(place: number): void {
    const node = this.#nodeAt(place);
    if (node < 0 || this.ends[node] === 1) return;
    this.ends[node] = 1;
    this.open -= this.#sought.ends[node] as number;
  }

  #endsFrom(state: number): void {
    const todo = [state];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (this.isEnding(at)) continue;
      this.#ending[at] = true;
      for (const place of this.#moves.placesOf(this.states[at] as State)) this.#endsAt(place);
      for (const { from, moves } of this.#before[at] as Arrival[]) {
        this.#passedWell(moves);
        todo.push(from);
      }
    }
  }
}
