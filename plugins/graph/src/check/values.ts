import type { ControlGraph } from '../lower/index.js';
import { type Box, type GuardCells, intersect } from './cells.js';

/** What a search keeps of values: which groups of variables, and which bounds of loops. */
export interface Tracked {
  readonly groups: ReadonlySet<number>;
  readonly bounds: ReadonlySet<number>;
}

export const TRACK_NOTHING: Tracked = { groups: new Set(), bounds: new Set() };

interface Valuation {
  readonly box: Box;
  /** How often each bounded edge was taken. */
  readonly taken: ReadonlyMap<number, number>;
}

/**
 * What is known of the values of tracked variables on the way to a state: which cells are left for each, and how often bounded edges were taken.
 * Valuations are numbered; 0 knows nothing. A group is forgotten where no guard can read it before it is written again, so that guards that
 * have nothing to do with each other do not multiply.
 */
export class Values {
  readonly #graph: ControlGraph;
  readonly #cells: GuardCells;
  readonly #tracked: Tracked;
  readonly #known: Valuation[] = [];
  readonly #ids = new Map<string, number>();
  /** Tracked variables, then tracked bounds, each with its bit. */
  readonly #bits: readonly number[];
  readonly #live: Uint32Array;
  readonly #words: number;

  constructor(graph: ControlGraph, cells: GuardCells, tracked: Tracked) {
    this.#graph = graph;
    this.#cells = cells;
    this.#tracked = tracked;
    this.#id({ box: new Map(), taken: new Map() });
    this.#bits = [...tracked.groups, ...[...tracked.bounds].map((bound) => -1 - bound)];
    this.#words = Math.ceil(this.#bits.length / 32);
    this.#live = this.#words === 0 ? new Uint32Array(0) : this.#liveness();
  }

  /** The valuations that are left when a literal is assumed; more than one where it is a union of boxes. */
  assume(valuation: number, literal: number): readonly number[] {
    const boxes = this.#cells.boxes(literal);
    if (boxes === null || this.#bits.length === 0) return [valuation];
    const { box, taken } = this.#known[valuation] as Valuation;
    const found = new Set<number>();
    for (const each of boxes) {
      const kept = new Map([...each].filter(([variable]) => this.#tracked.groups.has(variable)));
      const both = intersect(box, kept);
      if (both) found.add(this.#id({ box: both, taken }));
    }
    return [...found];
  }

  /** After an event that may have written variables, or begins an execution of a body (docs/adr/0176). */
  after(valuation: number, event: number): number {
    const written = this.#cells.writes(event);
    const renewed = this.#graph.renews.get(event);
    if ((written.length === 0 && renewed === undefined) || valuation === 0) return valuation;
    const { box, taken } = this.#known[valuation] as Valuation;
    const left = new Map(box);
    for (const each of written) {
      const mask = left.get(each.group);
      if (mask === undefined) continue;
      const after = this.#cells.afterWrite(each, mask);
      if (after === this.#cells.groups[each.group]?.all) left.delete(each.group);
      else left.set(each.group, after);
    }
    return this.#id({ box: left, taken: new Map([...taken].filter(([bound]) => renewed?.includes(bound) !== true)) });
  }

  /** A bounded edge is taken; -1 when it was taken as often as it may be. */
  take(valuation: number, bound: number): number {
    if (!this.#tracked.bounds.has(bound)) return valuation;
    const { box, taken } = this.#known[valuation] as Valuation;
    const times = (taken.get(bound) ?? 0) + 1;
    return times > (this.#graph.bounds[bound] as number)
      ? -1
      : this.#id({ box, taken: new Map(taken).set(bound, times) });
  }

  /** A bounded edge cannot be taken: it was taken as often as it may be; -1 when it was not. */
  spent(valuation: number, bound: number): number {
    if (!this.#tracked.bounds.has(bound)) return valuation;
    const { taken } = this.#known[valuation] as Valuation;
    return (taken.get(bound) ?? 0) >= (this.#graph.bounds[bound] as number) ? valuation : -1;
  }

  /** Without what no lane at these places can ask again. */
  forget(valuation: number, places: Iterable<number>): number {
    if (valuation === 0) return 0;
    const { box, taken } = this.#known[valuation] as Valuation;
    const live = new Uint32Array(this.#words);
    for (const place of places)
      for (let word = 0; word < this.#words; word += 1)
        live[word] = (live[word] as number) | (this.#live[place * this.#words + word] as number);
    const isLive = (bit: number): boolean => (((live[bit >> 5] as number) >>> (bit & 31)) & 1) === 1;
    const leftBox = new Map([...box].filter(([variable]) => isLive(this.#bits.indexOf(variable))));
    const leftTaken = new Map([...taken].filter(([bound]) => isLive(this.#bits.indexOf(-1 - bound))));
    return leftBox.size === box.size && leftTaken.size === taken.size
      ? valuation
      : this.#id({ box: leftBox, taken: leftTaken });
  }

  /**
   * The valuations that fix the first live variable which has more than one cell left; null when all are fixed. Whoever chooses values chooses them
   * before somebody else makes an opaque choice that may depend on them.
   */
  split(valuation: number, places: readonly number[]): readonly number[] | null {
    const { box, taken } = this.#known[valuation] as Valuation;
    for (let bit = 0; bit < this.#bits.length; bit += 1) {
      const variable = this.#bits[bit] as number;
      if (
        variable < 0 ||
        !places.some((place) => (((this.#live[place * this.#words + (bit >> 5)] as number) >>> (bit & 31)) & 1) === 1)
      )
        continue;
      const mask = box.get(variable) ?? (this.#cells.groups[variable] as { all: bigint }).all;
      if ((mask & (mask - 1n)) === 0n) continue;
      const found: number[] = [];
      for (let rest = mask; rest !== 0n; rest &= rest - 1n)
        found.push(this.#id({ box: new Map(box).set(variable, rest & -rest), taken }));
      return found;
    }
    return null;
  }

  /** A valuation as data, and back. */
  show(valuation: number): { box: (readonly [number, string])[]; taken: (readonly [number, number])[] } {
    const { box, taken } = this.#known[valuation] as Valuation;
    return { box: [...box].map(([variable, mask]) => [variable, mask.toString(36)] as const), taken: [...taken] };
  }

  read(box: readonly (readonly [number, string])[], taken: readonly (readonly [number, number])[]): number {
    return this.#id({
      box: new Map(box.map(([variable, mask]) => [variable, parseMask(mask)])),
      taken: new Map(taken),
    });
  }

  #id(valuation: Valuation): number {
    const key = `${[...valuation.box]
      .toSorted(([a], [b]) => a - b)
      .map(([variable, mask]) => `${String(variable)}:${mask.toString(36)}`)
      .join()};${[...valuation.taken].toSorted(([a], [b]) => a - b).join()}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#known.length;
      this.#known.push(valuation);
      this.#ids.set(key, id);
    }
    return id;
  }

  /** Backwards over the moves until nothing changes: what a guard reads is live before it, what is written is not live before the write. */
  #liveness(): Uint32Array {
    const graph = this.#graph;
    const words = this.#words;
    const live = new Uint32Array(graph.places * words);
    const bitOf = new Map(this.#bits.map((id, bit) => [id, bit]));
    const into: number[][] = Array.from({ length: graph.places }, () => []);
    for (let move = 0; move < graph.to.length; move += 1) (into[graph.to[move] as number] as number[]).push(move);
    const reads = new Map<number, number[]>();
    const waiting: number[] = [];
    for (let move = 0; move < graph.to.length; move += 1) {
      const bits: number[] = [];
      const guard = graph.guard[move] as number;
      if (guard >= 0)
        for (const variable of this.#cells.reads(guard))
          if (bitOf.has(variable)) bits.push(bitOf.get(variable) as number);
      const counted = graph.bound[move] as number;
      const bound = counted >= 0 ? counted : -2 - counted;
      if (counted !== -1 && bitOf.has(-1 - bound)) bits.push(bitOf.get(-1 - bound) as number);
      if (bits.length > 0) reads.set(move, bits);
    }
    const flow = (move: number): void => {
      const from = graph.from[move] as number;
      const to = graph.to[move] as number;
      const written = new Set(
        this.#cells
          .writes(graph.event[move] as number)
          .flatMap((each) =>
            this.#cells.isWhole(each) && bitOf.has(each.group) ? [bitOf.get(each.group) as number] : [],
          ),
      );
      for (const bound of graph.renews.get(graph.event[move] as number) ?? []) {
        const bit = bitOf.get(-1 - bound);
        if (bit !== undefined) written.add(bit);
      }
      let changed = false;
      for (let word = 0; word < words; word += 1) {
        let value = live[to * words + word] as number;
        for (const bit of written) if (bit >> 5 === word) value &= ~(1 << (bit & 31));
        for (const bit of reads.get(move) ?? []) if (bit >> 5 === word) value |= 1 << (bit & 31);
        const before = live[from * words + word] as number;
        const after = (before | value) >>> 0;
        if (after !== before) {
          live[from * words + word] = after;
          changed = true;
        }
      }
      if (changed) waiting.push(from);
    };
    for (const move of reads.keys()) flow(move);
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
      for (const move of into[place] as number[]) flow(move);
    return live;
  }
}

/** @throws SyntaxError for what is no number in base 36. */
function parseMask(text: string): bigint {
  let mask = 0n;
  for (const digit of text) {
    const value = Number.parseInt(digit, 36);
    if (Number.isNaN(value)) throw new SyntaxError('a mask is a number in base 36');
    mask = mask * 36n + BigInt(value);
  }
  return mask;
}
