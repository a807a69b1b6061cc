import { type ControlGraph, EVENT, PLACE } from '../lower/index.js';
import type { Places } from './places.js';

/** Where a node is over and its edges are chosen: in supersteps nodes are left when all of their body have run (S5). */
export class Leaving {
  readonly #graph: ControlGraph;
  readonly #places: Places;
  readonly #ending = new Map<number, boolean>();

  constructor(graph: ControlGraph, places: Places) {
    this.#graph = graph;
    this.#places = places;
  }

  /** True for a place where a node is over and its edges are chosen; what ends all lanes of a body is such, too. */
  isAt(place: number): boolean {
    const { kind, first, step, to, event, eventKind, scope } = this.#graph;
    if (place >= this.#graph.places) return true;
    if (kind[place] === PLACE.fork) return !this.beginsItem(place);
    if (kind[place] !== PLACE.plain) return false;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      if (step[move] === 1 && scope[place] === scope[to[move] as number]) return true;
      const next = kind[to[move] as number];
      if (this.#endsAll(move)) return true;
      const then = eventKind[event[first[to[move] as number] as number] as number];
      const fails = then === EVENT.left || then === EVENT.continued;
      if (next === PLACE.atomic && eventKind[event[move] as number] !== EVENT.attempt && !fails) return true;
    }
    return false;
  }

  /** The fork at which an item of a `map` begins beside the others. */
  beginsItem(place: number): boolean {
    return this.#graph.kind[place] === PLACE.fork && (this.#graph.group[place] as number) < -1;
  }

  /** Whether a node that is left here may end all lanes of its body then: by what it is, or because no edge can be taken. */
  mayEndAll(place: number): boolean {
    const { first, to, kind, step } = this.#graph;
    const base = this.#places.base(place);
    let ends = this.#ending.get(base);
    if (ends !== undefined) return ends;
    ends = false;
    const open = [base];
    const seen = new Set(open);
    for (const at of open)
      for (let move = first[at] as number; move < (first[at + 1] as number) && !ends; move += 1) {
        const target = to[move] as number;
        if (this.#endsAll(move) || kind[target] === PLACE.abort) ends = true;
        if (step[move] === 1 || seen.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    this.#ending.set(base, ends);
    return ends;
  }

  /** Whether a move leads to the end of all lanes of its body. */
  #endsAll(move: number): boolean {
    const { kind, to, event, eventKind } = this.#graph;
    return kind[to[move] as number] === PLACE.terminate || eventKind[event[move] as number] === EVENT.fell;
  }
}
