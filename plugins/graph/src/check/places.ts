import type { ControlGraph, ItemsGroup } from '../lower/index.js';

/** The places of a graph, and behind them one for each fork whose opaque edges somebody else has answered for. */
export class Places {
  readonly #graph: ControlGraph;
  readonly #answered: { readonly place: number; readonly bits: number }[] = [];
  readonly #ids = new Map<string, number>();

  constructor(graph: ControlGraph) {
    this.#graph = graph;
  }

  /** The fork at `place` when `bits` say which of its opaque edges are there. */
  answered(place: number, bits: number): number {
    const key = `${String(place)}/${String(bits)}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#answered.length;
      this.#answered.push({ place, bits });
      this.#ids.set(key, id);
    }
    return this.#graph.places + id;
  }

  /** The place of the graph itself. */
  base(place: number): number {
    return place < this.#graph.places ? place : (this.#answered[place - this.#graph.places] as { place: number }).place;
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

  /** Which opaque edges are there; 0 where nobody was asked. */
  bits(place: number): number {
    return place < this.#graph.places ? 0 : (this.#answered[place - this.#graph.places] as { bits: number }).bits;
  }
}
