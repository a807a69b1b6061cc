import { type ControlGraph, MODE, PLACE } from '../lower/index.js';
import { endsTheRun } from './endings.js';
import { type Gate, gatesOf } from './gates.js';

/** More edges of forks than this, or more classes of places, are not told apart. */
const MOST_BRANCHES = 128;
const MOST_CLASSES = 1024;

/**
 * Which events can happen while a lane is at a place (may happen in parallel). Two lanes that are there at once have parted at a fork, by two edges of it, so an event
 * is beside a place where one edge of a fork leads to the place, and another edge of that fork to the event. Behind a body its lanes are over. What ends the
 * whole run at once is beside nothing: no lane is left that it could matter to. Behind a join that has waited for all who could come nobody is in front of it (`Gate`).
 * Places with the same events beside them are one class.
 */
export class Beside {
  readonly #graph: ControlGraph;
  /** Per fork its first branch, and behind them the number of all. */
  readonly #forks: readonly number[];
  /** Per class the branches that lead to it, and the fork whose own edges are beside it, or -1. */
  readonly #branches: Uint32Array[] = [];
  readonly #forkOf: number[] = [];
  /** Per class the gates that are behind it (bits), and those that are ahead. */
  readonly #passed: number[] = [];
  readonly #ahead: number[] = [];
  readonly #gates: readonly Gate[];
  /** Per fork the gates that a lane has passed there. */
  #forkPassed: readonly number[] = [];
  readonly #ids = new Map<string, number>();
  readonly #classOf: Int32Array;
  /** Per event the classes of the moves that it happens at. */
  readonly #sources: readonly (readonly number[] | undefined)[];

  constructor(graph: ControlGraph) {
    this.#graph = graph;
    this.#gates = gatesOf(graph);
    let made = spread(graph, true);
    let classes = this.#classes(made);
    if (classes === null) {
      made = spread(graph, false);
      classes = this.#classes(made);
    }
    if (classes === null) throw new Error('two branches make a few classes only');
    this.#forks = made.forks;
    this.#forkPassed = made.places.map((place) => this.#passedAt(place));
    this.#classOf = classes.classOf;
    this.#sources = classes.sources;
  }

  /** The class of a place. */
  classOf(place: number): number {
    return this.#classOf[place] as number;
  }

  /** Which symbols of a rule can happen beside places of a class. `symbolOf`: what events are to the rule. */
  symbols(kind: number, symbolOf: ReadonlyMap<number, number>): ReadonlySet<number> {
    const found = new Set<number>();
    const fork = this.#forkOf[kind] as number;
    for (const [event, symbol] of symbolOf)
      if (!found.has(symbol) && (this.#sources[event] ?? []).some((source) => this.#parted(kind, source)))
        found.add(symbol);
    if (fork < 0) return found;
    const { first, event } = this.#graph;
    for (let move = first[fork] as number; move < (first[fork + 1] as number); move += 1) {
      const symbol = symbolOf.get(event[move] as number);
      if (symbol !== undefined) found.add(symbol);
    }
    return found;
  }

  /** Whether lanes of two classes can have parted at a fork. */
  #parted(left: number, right: number): boolean {
    const a = this.#branches[left] as Uint32Array;
    const b = this.#branches[right] as Uint32Array;
    const [passedA, passedB] = [this.#passed[left] as number, this.#passed[right] as number];
    if ((passedA & (this.#ahead[right] as number)) !== 0 || (passedB & (this.#ahead[left] as number)) !== 0)
      return false;
    // Of lanes that are both behind a gate one went through it: they parted behind it.
    const common = passedA & passedB;
    for (let fork = 0; fork + 1 < this.#forks.length; fork += 1) {
      if (((this.#forkPassed[fork] ?? common) & common) !== common) continue;
      let [inA, inB, either] = [0, 0, 0];
      for (let branch = this.#forks[fork] as number; branch < (this.#forks[fork + 1] as number); branch += 1) {
        const bit = 1 << (branch & 31);
        const hasA = ((a[branch >> 5] as number) & bit) !== 0;
        const hasB = ((b[branch >> 5] as number) & bit) !== 0;
        inA += hasA ? 1 : 0;
        inB += hasB ? 1 : 0;
        either += hasA || hasB ? 1 : 0;
      }
      if (inA > 0 && inB > 0 && either > 1) return true;
    }
    return false;
  }

  #classes({ words, bits, branchOf }: Spread): {
    classOf: Int32Array;
    sources: readonly (readonly number[] | undefined)[];
  } | null {
    const graph = this.#graph;
    this.#ids.clear();
    this.#branches.length = 0;
    this.#forkOf.length = 0;
    this.#passed.length = 0;
    this.#ahead.length = 0;
    const classOf = new Int32Array(graph.places);
    const sources: (number[] | undefined)[] = [];
    const row = new Uint32Array(words);
    for (let place = 0; place < graph.places; place += 1) {
      for (let word = 0; word < words; word += 1) row[word] = bits[place * words + word] as number;
      const from = graph.first[place] as number;
      const to = graph.first[place + 1] as number;
      let fork = -1;
      if (graph.kind[place] === PLACE.fork)
        for (let move = from; move < to; move += 1) if ((graph.event[move] as number) >= 0) fork = place;
      classOf[place] = this.#id(row, fork, place);
      for (let move = from; move < to; move += 1) {
        const event = graph.event[move] as number;
        if (event < 0 || endsTheRun(graph, graph.to[move] as number)) continue;
        let source = classOf[place] as number;
        const branches = branchOf(move);
        if (branches.length > 0) {
          const own = row.slice();
          for (const branch of branches) own[branch >> 5] = (own[branch >> 5] as number) | (1 << (branch & 31));
          source = this.#id(own, -1, place);
        }
        const known = sources[event];
        if (known === undefined) sources[event] = [source];
        else if (!known.includes(source)) known.push(source);
      }
      if (this.#branches.length > MOST_CLASSES) return null;
    }
    return { classOf, sources };
  }

  #passedAt = (place: number): number =>
    this.#gates.reduce((bits, { behind }, gate) => (behind[place] === 1 ? bits | (1 << gate) : bits), 0);

  #id(row: Uint32Array, fork: number, place: number): number {
    const passed = this.#passedAt(place);
    const ahead = this.#gates.reduce((bits, { before }, gate) => (before[place] === 1 ? bits | (1 << gate) : bits), 0);
    const key = `${row.join()}/${String(fork)}/${String(passed)}/${String(ahead)}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#branches.length;
      this.#ids.set(key, id);
      this.#branches.push(row.slice());
      this.#forkOf.push(fork);
      this.#passed.push(passed);
      this.#ahead.push(ahead);
    }
    return id;
  }
}

interface Spread {
  readonly words: number;
  readonly forks: readonly number[];
  /** Where these forks are. */
  readonly places: readonly number[];
  /** Per place the branches that lead to it: `words` words of bits. */
  readonly bits: Uint32Array;
  /** The branches that a move is. */
  readonly branchOf: (move: number) => readonly number[];
}

const NONE: readonly number[] = [];

/** Which edges of forks lead to which places. Not `fine`: all edges of all forks are taken for two that part everywhere. */
function spread(graph: ControlGraph, fine: boolean): Spread {
  const forks = [0];
  const places: number[] = [];
  const branches = new Map<number, readonly number[]>();
  let count = 0;
  for (let place = 0; place < graph.places; place += 1) {
    if (graph.kind[place] !== PLACE.fork) continue;
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      // Where no edge is taken no lane begins.
      if (graph.mode[move] === MODE.none) continue;
      branches.set(move, [count]);
      count += 1;
    }
    forks.push(count);
    places.push(place);
    if (fine && count > MOST_BRANCHES) return spread(graph, false);
  }
  if (!fine) for (const move of branches.keys()) branches.set(move, [0, 1]);
  const branchOf = (move: number): readonly number[] => branches.get(move) ?? NONE;
  const words = fine ? Math.max(1, Math.ceil(count / 32)) : 1;
  /** Per instance what of a lane's branches is over behind it. */
  const over = graph.instances.map(() => new Uint32Array(words));
  if (fine)
    for (const [move, [branch]] of branches) {
      const inside = over[graph.scope[graph.from[move] as number] as number] as Uint32Array;
      inside[(branch as number) >> 5] = (inside[(branch as number) >> 5] as number) | (1 << ((branch as number) & 31));
    }
  const bits = new Uint32Array(graph.places * words);
  const queue: number[] = [];
  const waits = new Uint8Array(graph.places);
  const carried = new Uint32Array(words);
  const pass = (move: number): void => {
    const from = graph.from[move] as number;
    const to = graph.to[move] as number;
    for (let word = 0; word < words; word += 1) carried[word] = bits[from * words + word] as number;
    for (const branch of branchOf(move)) carried[branch >> 5] = (carried[branch >> 5] as number) | (1 << (branch & 31));
    const ends = ENDS.includes(graph.kind[from] as number) ? over[graph.scope[from] as number] : undefined;
    let grown = false;
    for (let word = 0; word < words; word += 1) {
      const left = (carried[word] as number) & ~(ends?.[word] ?? 0);
      const before = bits[to * words + word] as number;
      const after = (before | left) >>> 0;
      if (after === before) continue;
      bits[to * words + word] = after;
      grown = true;
    }
    if (!grown || waits[to] === 1) return;
    waits[to] = 1;
    queue.push(to);
  };
  for (const move of branches.keys()) pass(move);
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    waits[place] = 0;
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) pass(move);
  }
  return { words, forks: fine ? forks : [0, 2], places: fine ? places : [], bits, branchOf };
}

const ENDS: readonly number[] = [PLACE.end, PLACE.terminate, PLACE.abort];
