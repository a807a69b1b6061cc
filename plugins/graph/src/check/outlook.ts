import { type ControlGraph, MODE, OWNER, PLACE } from '../lower/index.js';
import type { Beside } from './beside.js';
import { endingAt } from './endings.js';
import { BAD, type Monitor } from './monitor.js';
import { meetingsOf, spoiledBy } from './others.js';
import { statesOf, transitionsOf } from './transitions.js';
import { movesInto, type Walk } from './walk.js';

/** Monitors with more states than bits in a word are not looked ahead of. */
const MOST_STATES = 32;

/**
 * What is ahead of one lane, as far as guards and bounds are left aside and other lanes do what they can (`Beside`): how far away what is forbidden is, and whether
 * somebody else can keep a run from it. More is possible here than in runs, so a distance is never too great, and what cannot be forced here cannot be forced.
 */
export class Outlook {
  readonly #graph: ControlGraph;
  readonly #walk: Walk;
  readonly #beside: Beside | null;
  readonly #monitor: Monitor;
  readonly #states: number;
  readonly #table: Int32Array;
  /** What the event of each move is to the monitor; 0: nothing. */
  readonly #symbols: Int32Array;
  readonly #meetings: readonly number[] | null;
  /** Per class of places and state, what it can become without a move of its own lane. */
  readonly #becomes = new Map<number, readonly number[]>();
  #distances: Uint32Array | null = null;

  constructor(graph: ControlGraph, walk: Walk, beside: Beside | null, monitor: Monitor) {
    this.#graph = graph;
    this.#walk = walk;
    this.#beside = beside;
    this.#monitor = monitor;
    this.#states = statesOf(monitor);
    this.#table = transitionsOf(monitor);
    const { symbolOf } = monitor;
    this.#symbols = graph.event.map((event) => (event < 0 ? 0 : (symbolOf.get(event) ?? 0)));
    this.#meetings = beside && meetingsOf(monitor);
  }

  static fits = (monitor: Monitor): boolean => statesOf(monitor) <= MOST_STATES;

  /** How many nodes a run executes at least until a lane at a place, in a state, does what is forbidden; `FAR` where it never does. */
  distance(place: number, state: number): number {
    this.#distances ??= this.#measured();
    return this.#distances[place * this.#states + state] as number;
  }

  /** Whether a run may do what is forbidden whatever somebody else decides; false is sure. Source: attractors of reachability games, per lane. */
  canBeForced(): boolean {
    const { order } = this.#walk;
    const won = new Uint32Array(this.#graph.places);
    for (let grown = true; grown;) {
      grown = false;
      for (let at = order.length - 1; at >= 0; at -= 1) {
        const place = order[at] as number;
        const after = this.#wonAt(won, place);
        if (after === won[place]) continue;
        won[place] = after;
        grown = true;
      }
    }
    const { startLocal, startGlobal, locals } = this.#monitor;
    return (((won[this.#graph.start] as number) >>> (startLocal + locals * startGlobal)) & 1) === 1;
  }

  /** The states at a place from which the run wins, when those at other places are known. */
  #wonAt(won: Uint32Array, place: number): number {
    const becomes = this.#becomesAt(place);
    let found = won[place] as number;
    for (let state = 0; state < this.#states; state += 1) {
      if (((found >>> state) & 1) === 1 || !this.#winsBy(won, place, state)) continue;
      found = (found | (1 << state)) >>> 0;
    }
    for (let grown = true; grown;) {
      grown = false;
      for (let state = 0; state < this.#states; state += 1) {
        if (((found >>> state) & 1) === 1 || ((becomes[state] as number) & found) === 0) continue;
        found = (found | (1 << state)) >>> 0;
        grown = true;
      }
    }
    return found;
  }

  #winsBy(won: Uint32Array, place: number, state: number): boolean {
    const graph = this.#graph;
    if (this.#endsBadly(place, state)) return true;
    const from = graph.first[place] as number;
    const to = graph.first[place + 1] as number;
    const wins = (move: number): boolean => {
      const after = this.#after(move, state);
      return after === BAD || (((won[graph.to[move] as number] as number) >>> after) & 1) === 1;
    };
    const some = (keep: (move: number) => boolean): boolean => {
      for (let move = from; move < to; move += 1) if (keep(move) && wins(move)) return true;
      return false;
    };
    if (graph.owner[place] === OWNER.others) {
      for (let move = from; move < to; move += 1) {
        // A move that a guard or a bound forbids is none that the others can choose.
        const always = (graph.guard[move] as number) < 0 && graph.bound[move] === -1;
        if (always && !wins(move)) return false;
      }
      return some(() => true);
    }
    if (graph.kind[place] !== PLACE.fork) return some(() => true);
    const opaque = (move: number): boolean => graph.mode[move] === MODE.opaque || (graph.doubt[move] as number) >= 0;
    if (some((move) => !opaque(move))) return true;
    // Somebody else leaves out all opaque edges but one: that one is taken then, unless it was taken as often as it may be.
    for (let move = from; move < to; move += 1)
      if (graph.mode[move] === MODE.opaque && (graph.bound[move] as number) < 0 && !wins(move)) return false;
    return some(opaque);
  }

  /** Whether a run ends badly whose last lane is in this state at a place. */
  #endsBadly(place: number, state: number): boolean {
    if (!this.#monitor.judgesEnds) return false;
    const how = endingAt(this.#graph, place);
    return how !== null && this.#monitor.endsBadly(Math.floor(state / this.#monitor.locals), how === 'failed');
  }

  #after(move: number, state: number): number {
    const symbol = this.#symbols[move] as number;
    return symbol === 0 ? state : (this.#table[symbol * this.#states + state] as number);
  }

  #becomesAt(place: number): readonly number[] {
    const kind = this.#beside?.classOf(place) ?? 0;
    let known = this.#becomes.get(kind);
    if (!known) {
      const meets = this.#meetings;
      const states = this.#states;
      const spoiled = spoiledBy(this.#monitor, this.#beside?.symbols(kind, this.#monitor.symbolOf) ?? []);
      // Whom a lane meets is not known here: anybody.
      known = spoiled.map((bits, state) => {
        let all = bits;
        if (meets) for (let other = 0; other < states; other += 1) all |= meets[state * states + other] as number;
        return all;
      });
      this.#becomes.set(kind, known);
    }
    return known;
  }

  /** Backwards from what is forbidden, nearest first; a node that begins costs one. */
  #measured(): Uint32Array {
    const graph = this.#graph;
    const states = this.#states;
    const found = new Uint32Array(graph.places * states).fill(FAR);
    const into = movesInto(graph);
    let now: number[] = [];
    let next: number[] = [];
    const put = (at: number, distance: number, layer: number[]): void => {
      if ((found[at] as number) <= distance) return;
      found[at] = distance;
      layer.push(at);
    };
    for (let place = 0; place < graph.places; place += 1)
      for (let state = 0; state < states; state += 1) {
        if (this.#endsBadly(place, state)) put(place * states + state, 0, now);
        for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1)
          if (this.#after(move, state) === BAD) {
            const cost = graph.begins[place] as number;
            put(place * states + state, cost, cost === 0 ? now : next);
          }
      }
    for (let distance = 0; now.length > 0 || next.length > 0; distance += 1) {
      for (let at = now.pop(); at !== undefined; at = now.pop()) {
        if (found[at] !== distance) continue;
        const place = Math.floor(at / states);
        const state = at % states;
        const becomes = this.#becomesAt(place);
        for (let before = 0; before < states; before += 1)
          if ((((becomes[before] as number) >>> state) & 1) === 1) put(place * states + before, distance, now);
        for (let each = into.first[place] as number; each < (into.first[place + 1] as number); each += 1) {
          const move = into.moves[each] as number;
          const from = graph.from[move] as number;
          const cost = graph.begins[from] as number;
          for (let before = 0; before < states; before += 1)
            if (this.#after(move, before) === state)
              put(from * states + before, distance + cost, cost === 0 ? now : next);
        }
      }
      [now, next] = [next, []];
    }
    return found;
  }
}

/** Farther than any run goes. */
export const FAR = 2 ** 32 - 1;
