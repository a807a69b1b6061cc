import type { ControlGraph } from '../lower/index.js';
import { release } from '../model/index.js';
import type { Beside } from './beside.js';
import { endingAt } from './endings.js';
import type { Monitor } from './monitor.js';
import { Others } from './others.js';
import { RankQueue } from './rank-queue.js';
import { forbiddenIn, imageOf, type Layout, layOut, lowestBit, maskOf, startOf, statesOf } from './transitions.js';
import type { Walk } from './walk.js';

/** For one monitor: at each place, the set of states (bits from `shift`) that it can be in there. */
export interface Reach {
  readonly sets: Uint32Array;
  readonly shift: number;
  readonly width: number;
  /** Something forbidden can happen, as far as lanes, guards and bounds are not looked at. */
  readonly bad: boolean;
}

/** Words that one pass carries: what it holds is places times words. */
const MOST_WORDS = 4;

/** Monitors whose states fit into a word. Of a run that goes round for ever the pass knows nothing. */
export const fitsWord = (monitor: Monitor): boolean =>
  statesOf(monitor) <= 32 && (!monitor.judgesEnds || monitor.endsOnly === true);

/** As many of the monitors, one after another, as fit into the words of one pass. */
export function* batches(monitors: readonly Monitor[]): Generator<readonly Monitor[]> {
  let batch: Monitor[] = [];
  let words = 0;
  let used = 32;
  for (const monitor of monitors) {
    const states = statesOf(monitor);
    if (used + states > 32) {
      if (words === MOST_WORDS) {
        yield batch;
        batch = [];
        words = 0;
      }
      words += 1;
      used = 0;
    }
    batch.push(monitor);
    used += states;
  }
  if (batch.length > 0) yield batch;
}

/**
 * The states that each of many monitors can be in at each place, by one pass over the graph for as many as fit into some words (bit-parallel data flow in reverse
 * postorder: Kam and Ullman 1976). Guards and bounds are not looked at, and a lane may take any edge of a fork alone; what another lane can do beside it is
 * taken as done at any time, or never. So more runs are looked at than there are: what is not bad here is proved. Linear in the moves, for each pass and depth of loops.
 *
 * @param beside what can happen beside a lane; null where there is one lane alone
 */
export const reachAll = (
  graph: ControlGraph,
  walk: Walk,
  beside: Beside | null,
  monitors: readonly Monitor[],
): Reach[] => [...batches(monitors)].flatMap((batch) => new Pass(graph, walk, beside, batch).run());

class Pass {
  readonly #graph: ControlGraph;
  readonly #walk: Walk;
  readonly #monitors: readonly Monitor[];
  readonly #layout: Layout;
  /** Of place p the words `p * words` to below `(p + 1) * words`. */
  readonly #sets: Uint32Array;
  readonly #broken: Uint8Array;
  readonly #others: Others | null;
  /** The words that move. */
  readonly #carried: Int32Array;

  constructor(graph: ControlGraph, walk: Walk, beside: Beside | null, monitors: readonly Monitor[]) {
    this.#graph = graph;
    this.#walk = walk;
    this.#monitors = monitors;
    this.#layout = layOut(monitors, graph.eventKind.length);
    this.#sets = new Uint32Array(graph.places * this.#layout.words);
    this.#broken = new Uint8Array(monitors.length);
    this.#carried = new Int32Array(this.#layout.words);
    this.#others = beside && new Others(beside, monitors, this.#layout);
  }

  run(): Reach[] {
    const { places, start } = this.#graph;
    const { order } = this.#walk;
    const { words } = this.#layout;
    const sets = this.#sets;
    const carried = this.#carried;
    const rank = new Int32Array(places);
    for (let at = 0; at < order.length; at += 1) rank[order[at] as number] = at;
    this.#monitors.forEach((monitor, id) => this.#put(id, 1 << startOf(monitor)));
    for (let word = 0; word < words; word += 1) sets[start * words + word] = carried[word] as number;
    this.#others?.settle(sets, start);
    const queue = new RankQueue(order.length);
    // The first time round every place is looked at, in its order: what is further on there need not be queued.
    for (let at = 0; at < order.length; at += 1) this.#leave(at, rank, queue, at);
    for (let from = 0; ;) {
      let at = queue.take(from);
      // Once more from the front: what loops have led back to.
      if (at < 0 && from > 0) at = queue.take(0);
      if (at < 0) break;
      from = at + 1;
      this.#leave(at, rank, queue, order.length);
    }
    return this.#results();
  }

  /** Takes the moves out of a place. `last`: places up to this rank are looked at once more where their sets grow; those behind it are still to come. */
  #leave(at: number, rank: Int32Array, queue: RankQueue, last: number): void {
    const { first, to, event } = this.#graph;
    const { words, first: meant } = this.#layout;
    const sets = this.#sets;
    const carried = this.#carried;
    const place = this.#walk.order[at] as number;
    const until = first[place + 1] as number;
    for (let move = first[place] as number; move < until; move += 1) {
      const happens = event[move] as number;
      const matters = happens >= 0 && meant[happens] !== meant[happens + 1];
      const target = to[move] as number;
      // Most moves of most passes: one word, and nothing happens to it.
      if (words === 1 && !matters && ((sets[place] as number) & ~(sets[target] as number)) === 0) continue;
      for (let word = 0; word < words; word += 1) carried[word] = sets[place * words + word] as number;
      if (matters) this.#through(happens, place);
      let grown = false;
      for (let word = 0; word < words; word += 1) {
        const before = sets[target * words + word] as number;
        const after = (before | (carried[word] as number)) >>> 0;
        if (after === before) continue;
        sets[target * words + word] = after;
        grown = true;
      }
      if (!grown) continue;
      this.#others?.settle(sets, target);
      if ((rank[target] as number) <= last) queue.add(rank[target] as number);
    }
  }

  /** What an event makes of the words that are carried. */
  #through(event: number, place: number): void {
    const { words, word, shift, states, tables, first, of, symbol } = this.#layout;
    for (let at = first[event] as number; at < (first[event + 1] as number); at += 1) {
      const id = of[at] as number;
      const own = states[id] as number;
      const mask = maskOf(own);
      const bits = ((this.#sets[place * words + (word[id] as number)] as number) >>> (shift[id] as number)) & mask;
      if (bits === 0) continue;
      const table = tables[id] as Int32Array;
      if (forbiddenIn(table, own, symbol[at] as number, bits) >= 0) this.#broken[id] = 1;
      this.#put(id, imageOf(table, own, symbol[at] as number, bits));
    }
  }

  #put(id: number, bits: number): void {
    const { word, shift, states } = this.#layout;
    const at = word[id] as number;
    const from = shift[id] as number;
    this.#carried[at] = ((this.#carried[at] as number) & ~(maskOf(states[id] as number) << from)) | (bits << from);
  }

  #results(): Reach[] {
    const { words, word, shift, states } = this.#layout;
    const { places } = this.#graph;
    const endsBadly = this.#monitors.map((_, id) => this.#endsBadly(id));
    const parts = Array.from({ length: words }, (_, at) => {
      if (words === 1) return this.#sets;
      const part = new Uint32Array(places);
      for (let place = 0; place < places; place += 1) part[place] = this.#sets[place * words + at] as number;
      return part;
    });
    if (words > 1) release(this.#sets);
    return this.#monitors.map((_, id) => ({
      sets: parts[word[id] as number] as Uint32Array,
      shift: shift[id] as number,
      width: states[id] as number,
      bad: this.#broken[id] === 1 || endsBadly[id] === true,
    }));
  }

  /** Whether a run can end in a state that it must not end in. */
  #endsBadly(id: number): boolean {
    const monitor = this.#monitors[id] as Monitor;
    if (!monitor.judgesEnds) return false;
    const { words, word, shift, states } = this.#layout;
    const mask = maskOf(states[id] as number);
    return this.#walk.order.some((place) => {
      const how = endingAt(this.#graph, place);
      if (how === null) return false;
      const set = this.#sets[place * words + (word[id] as number)] as number;
      for (let rest = (set >>> (shift[id] as number)) & mask; rest !== 0; rest &= rest - 1)
        if (monitor.endsBadly(Math.floor(lowestBit(rest) / monitor.locals), how === 'failed')) return true;
      return false;
    });
  }
}
