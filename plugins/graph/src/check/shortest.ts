import { Column, type ControlGraph, PLACE } from '../lower/index.js';
import { release } from '../model/index.js';
import type { Monitor } from './monitor.js';
import { batches } from './reach.js';
import { forbiddenIn, imageOf, type Layout, layOut, lowestBit, maskOf, startOf } from './transitions.js';

/**
 * For each of several monitors a shortest run (by nodes executed, then by the order in which they are found) of a graph of one lane to an event that it forbids, guards
 * and bounds left aside: the moves of the run; null where there is none. One breadth-first search for as many as fit into some words: what is found at once for
 * several is looked at once. Source: multi-source BFS, Then et al. 2014, with automata for sources. Linear in the moves, for each distance at which states part.
 */
export const shortestRuns = (graph: ControlGraph, monitors: readonly Monitor[]): (readonly number[] | null)[] =>
  [...batches(monitors)].flatMap((batch) => new Search(graph, batch).run());

/** Where a monitor's run ends: by a move, from an entry of the log, in a state. */
interface Goal {
  readonly entry: number;
  readonly move: number;
  readonly state: number;
}

/** Each entry: states found at a place at once, the move they were found by, and the entry it left. */
interface Log {
  readonly place: Column;
  readonly via: Column;
  readonly before: Column;
  /** As many words an entry as the layout has. */
  readonly bits: Column;
}

const emptyLog = (): Log => ({ place: new Column(), via: new Column(), before: new Column(), bits: new Column() });

class Search {
  readonly #graph: ControlGraph;
  readonly #monitors: readonly Monitor[];
  readonly #layout: Layout;
  /** Later entries are never nearer. */
  readonly #log = emptyLog();
  /** Per place, states that are in the log, and those that will be when the next layer begins. */
  readonly #seen: Int32Array;
  readonly #soon: Int32Array;
  readonly #goals: (Goal | null)[];
  readonly #later: (Goal | null)[];
  /** The words that move. */
  readonly #carried: Int32Array;
  /** States of the monitors for which nothing was found yet. */
  readonly #open: Int32Array;
  #left: number;

  constructor(graph: ControlGraph, monitors: readonly Monitor[]) {
    this.#graph = graph;
    this.#monitors = monitors;
    this.#layout = layOut(monitors, graph.eventKind.length);
    const { words } = this.#layout;
    this.#seen = new Int32Array(graph.places * words);
    this.#soon = new Int32Array(graph.places * words);
    this.#carried = new Int32Array(words);
    this.#open = new Int32Array(words).fill(-1);
    this.#goals = monitors.map(() => null);
    this.#later = monitors.map(() => null);
    this.#left = monitors.length;
  }

  run(): (readonly number[] | null)[] {
    const { words, word, shift } = this.#layout;
    this.#carried.fill(0);
    this.#monitors.forEach((monitor, id) => {
      const at = word[id] as number;
      this.#carried[at] = (this.#carried[at] as number) | (1 << ((shift[id] as number) + startOf(monitor)));
    });
    /** Entries from here on are of the layer that is looked at; `waiting` are those of the next one. */
    let waiting = emptyLog();
    let spent = emptyLog();
    this.#note(this.#seen, this.#graph.start, -1, -1, this.#log);
    for (let entry = 0; this.#left > 0;) {
      for (; entry < this.#log.place.length && this.#left > 0; entry += 1) this.#leave(entry, waiting);
      for (let id = 0; id < this.#later.length; id += 1) {
        const goal = this.#later[id];
        if (goal && !this.#goals[id]) this.#found(id, goal);
      }
      if (waiting.place.length === 0) break;
      const now = waiting;
      waiting = spent;
      for (let at = 0; at < now.place.length; at += 1) {
        for (let each = 0; each < words; each += 1) this.#carried[each] = now.bits.get(at * words + each);
        this.#note(this.#seen, now.place.get(at), now.via.get(at), now.before.get(at), this.#log);
      }
      for (const column of [now.place, now.via, now.before, now.bits]) column.clear();
      spent = now;
    }
    const found = this.#goals.map((goal, id) => goal && this.#runTo(id, goal));
    release(this.#seen, this.#soon);
    for (const { place, via, before, bits } of [this.#log, waiting, spent])
      release(place.take(), via.take(), before.take(), bits.take());
    return found;
  }

  /** Writes down what of the words that are carried is new at a place. */
  #note(known: Int32Array, place: number, via: number, before: number, log: Log): void {
    const { words } = this.#layout;
    let fresh = 0;
    for (let word = 0; word < words; word += 1) {
      const bits =
        (this.#carried[word] as number) & ~(known[place * words + word] as number) & (this.#open[word] as number);
      this.#carried[word] = bits;
      fresh |= bits;
    }
    if (fresh === 0) return;
    for (let word = 0; word < words; word += 1) {
      const bits = this.#carried[word] as number;
      known[place * words + word] = (known[place * words + word] as number) | bits;
      if (known === this.#seen) this.#soon[place * words + word] = (this.#soon[place * words + word] as number) | bits;
      log.bits.push(bits);
    }
    log.place.push(place);
    log.via.push(via);
    log.before.push(before);
  }

  #leave(entry: number, waiting: Log): void {
    const { first, to, event, kind, begins } = this.#graph;
    const { words, first: meant } = this.#layout;
    const place = this.#log.place.get(entry);
    const costs = begins[place] === 1;
    const log = costs ? waiting : this.#log;
    const known = costs ? this.#soon : this.#seen;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      for (let word = 0; word < words; word += 1) this.#carried[word] = this.#log.bits.get(entry * words + word);
      const happens = event[move] as number;
      if (happens >= 0 && meant[happens] !== meant[happens + 1]) this.#through(happens, entry, move, costs);
      const target = to[move] as number;
      // With one lane nobody else comes to a join.
      if (kind[target] !== PLACE.join) this.#note(known, target, move, entry, log);
    }
  }

  /** What an event makes of the words that are carried. A run that ends here is as long as one that ends in the next layer where leaving costs. */
  #through(event: number, entry: number, move: number, costs: boolean): void {
    const { word, shift, states, tables, first, of, symbol } = this.#layout;
    for (let at = first[event] as number; at < (first[event + 1] as number); at += 1) {
      const id = of[at] as number;
      const own = states[id] as number;
      const mask = maskOf(own);
      const from = shift[id] as number;
      const carried = this.#carried[word[id] as number] as number;
      const bits = (carried >>> from) & mask;
      if (bits === 0) continue;
      const table = tables[id] as Int32Array;
      const bad = forbiddenIn(table, own, symbol[at] as number, bits);
      if (bad >= 0 && !this.#goals[id]) {
        const goal = { entry, move, state: bad };
        if (costs) this.#later[id] ??= goal;
        else this.#found(id, goal);
      }
      this.#carried[word[id] as number] =
        (carried & ~(mask << from)) | (imageOf(table, own, symbol[at] as number, bits) << from);
    }
  }

  #found(id: number, goal: Goal): void {
    const { word, shift, states } = this.#layout;
    this.#goals[id] = goal;
    this.#left -= 1;
    const at = word[id] as number;
    this.#open[at] = (this.#open[at] as number) & ~(maskOf(states[id] as number) << (shift[id] as number));
  }

  /** The moves of a run, back from its end: each entry has what one move made of the entry before. */
  #runTo(id: number, goal: Goal): number[] {
    const { words, word, shift, states, tables, first, of, symbol } = this.#layout;
    const table = tables[id] as Int32Array;
    const own = states[id] as number;
    const moves = [goal.move];
    let { entry, state } = goal;
    for (;;) {
      const move = this.#log.via.get(entry);
      if (move < 0) return moves.toReversed();
      moves.push(move);
      entry = this.#log.before.get(entry);
      const happens = this.#graph.event[move] as number;
      let means = 0;
      if (happens >= 0)
        for (let at = first[happens] as number; at < (first[happens + 1] as number); at += 1)
          if (of[at] === id) means = symbol[at] as number;
      if (means === 0) continue;
      const bits = (this.#log.bits.get(entry * words + (word[id] as number)) >>> (shift[id] as number)) & maskOf(own);
      for (let rest = bits; rest !== 0; rest &= rest - 1)
        if (table[means * own + lowestBit(rest)] === state) {
          state = lowestBit(rest);
          break;
        }
    }
  }
}
