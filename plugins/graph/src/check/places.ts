import { type ControlGraph, type ItemsGroup, PLACE } from '../lower/index.js';
import { MOST_SUBSETS } from './state.js';

/** More than there are answers at one fork: a bit for each, and one in front of them. */
const MOST_ANSWERS = 2 ** (2 * MOST_SUBSETS + 1);

/**
 * The places of a graph, and behind them those of forks that are being answered: which of its edges are to be taken, one bit for each that was asked about so far. Numbered by
 * the graph alone: whoever looks at a state says the same of it, however others came to it. See docs/adr/0169.
 */
export class Places {
  readonly #graph: ControlGraph;

  constructor(graph: ControlGraph) {
    this.#graph = graph;
  }

  /** The fork at `place` when so many edges were asked about, and `bits` say which of them are to be taken. */
  answered(place: number, count: number, bits: number): number {
    return this.#graph.places + place * MOST_ANSWERS + (1 << count) + bits;
  }

  /** The place of the graph itself. */
  base(place: number): number {
    return place < this.#graph.places ? place : Math.floor((place - this.#graph.places) / MOST_ANSWERS);
  }

  /** Whether a place is in a body, or in one that a node of it runs, and so on. */
  isWithin(place: number, body: number): boolean {
    const { scope, instances } = this.#graph;
    for (let at = scope[this.base(place)] as number; at >= 0; at = instances[at]?.parent ?? -1)
      if (at === body) return true;
    return false;
  }

  /** Whether a place is in a `map` whose items run at the same time: at its node, or in an item. */
  isAmong(place: number, group: number): boolean {
    const { head, held, copies } = this.#graph.parallel[group] as ItemsGroup;
    return place === head || place === held || copies.some((copy) => this.isWithin(place, copy));
  }

  /** Whether two lanes are in different items of a `map`, or one of them is the node that waits for its items: then either may move. */
  areItems(left: number, right: number): boolean {
    return this.#graph.parallel.some(
      ({ copies }, group) =>
        this.isAmong(this.base(left), group) &&
        this.isAmong(this.base(right), group) &&
        !copies.some((copy) => this.isWithin(left, copy) && this.isWithin(right, copy)),
    );
  }

  /** Whether a node waits for its items, which run at the same time, and can begin no other. */
  waitsForItems(tokens: readonly { readonly place: number }[], at: number): boolean {
    if (this.#graph.kind[at] !== PLACE.items) return false;
    const { copies } = this.#graph.parallel[-2 - (this.#graph.group[at] as number)] as ItemsGroup;
    return copies.every((copy) => tokens.some(({ place }) => this.isWithin(place, copy)));
  }

  /** How many edges of a fork were asked about, and which of them are to be taken. */
  answers(place: number): { readonly count: number; readonly bits: number } {
    if (place < this.#graph.places) return { count: 0, bits: 0 };
    const marked = (place - this.#graph.places) % MOST_ANSWERS;
    const count = 31 - Math.clz32(marked);
    return { count, bits: marked - (1 << count) };
  }
}
