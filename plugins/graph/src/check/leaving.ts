import { type ControlGraph, EVENT, OWNER, PLACE } from '../lower/index.js';
import type { Heard } from './heard.js';
import type { Places } from './places.js';

/** Where a node is over and its edges are chosen: in supersteps nodes are left when all of their body have run (S5). See docs/adr/0147. */
export class Leaving {
  readonly #graph: ControlGraph;
  readonly #places: Places;
  readonly #heard: Heard;
  /** Somebody else chooses against the run, so that it matters who knows what when. */
  readonly #isGame: boolean;
  readonly #anywhere = new Map<number, boolean>();

  constructor(graph: ControlGraph, places: Places, heard: Heard, isGame: boolean) {
    this.#graph = graph;
    this.#places = places;
    this.#heard = heard;
    this.#isGame = isGame;
  }

  /** True for a place where a node is over and its edges are chosen; what ends all lanes of a body is such, too. */
  isAt(place: number): boolean {
    const { kind, first, step, to, event, eventKind, eventOf, scope } = this.#graph;
    if (place >= this.#graph.places) return true;
    if (kind[place] === PLACE.fork) return !this.beginsItem(place);
    if (kind[place] !== PLACE.plain) return false;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      if (step[move] === 1 && scope[place] === scope[to[move] as number]) return true;
      const next = kind[to[move] as number];
      // To go on is what a person answers, at her node or behind another.
      if (this.#endsAll(move) || (isAnswer(eventKind[event[move] as number]) && eventOf[event[move] as number] === -2))
        return true;
      const then = eventKind[event[first[to[move] as number] as number] as number];
      const fails = then === EVENT.left || then === EVENT.continued;
      if (next === PLACE.atomic && !isInside(eventKind[event[move] as number]) && !fails) return true;
    }
    return false;
  }

  /** The fork at which an item of a `map` begins beside the others. */
  beginsItem(place: number): boolean {
    return this.#graph.kind[place] === PLACE.fork && (this.#graph.group[place] as number) < -1;
  }

  /**
   * Those that may be left next, of all that are left in one step. Mostly the order changes nothing, and it is the first: but what ends all lanes of the body, by what it is or
   * because no edge can be taken, and what ends what others have, may come at any time.
   */
  next(leaving: readonly number[], placeOf: (index: number) => number): readonly number[] {
    const [any, first] = [true, false].map((anywhere) =>
      leaving.filter((index) => this.#mayComeAnywhere(placeOf(index)) === anywhere),
    ) as [number[], number[]];
    return [...first.slice(0, 1), ...any];
  }

  #mayComeAnywhere(place: number): boolean {
    const { first, to, kind, step, event, owner, doubt } = this.#graph;
    const base = this.#places.base(place);
    let found = this.#anywhere.get(base);
    if (found !== undefined) return found;
    found = false;
    const open = [base];
    const seen = new Set(open);
    for (const at of open)
      for (let move = first[at] as number; move < (first[at + 1] as number) && !found; move += 1) {
        const target = to[move] as number;
        const asked = this.#isGame && (owner[at] === OWNER.others || (doubt[move] as number) >= 0);
        if (asked || this.#endsAll(move) || kind[target] === PLACE.abort || this.#heard.byOthers(event[move] as number))
          found = true;
        if (step[move] === 1 || seen.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    this.#anywhere.set(base, found);
    return found;
  }

  /** Whether a move leads to the end of all lanes of its body. */
  #endsAll(move: number): boolean {
    const { kind, to, event, eventKind } = this.#graph;
    return kind[to[move] as number] === PLACE.terminate || eventKind[event[move] as number] === EVENT.fell;
  }
}

/** A call of the node, or what code writes that nobody reads. */
const isInside = (kind: number | undefined): boolean => kind === EVENT.attempt || kind === EVENT.chaos;
const isAnswer = (kind: number | undefined): boolean => kind === EVENT.approve || kind === EVENT.reject;
