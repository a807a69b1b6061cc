import { type ControlGraph, PLACE } from '../lower/index.js';
import type { Places } from './places.js';
import type { Token } from './state.js';

/** Bodies that a node has for lanes that run it at the same time (S8): one enters the first in which no other is. Which it enters makes no difference. See docs/adr/0166. */
export class FreeBodies {
  readonly #graph: ControlGraph;
  readonly #places: Places;

  constructor(graph: ControlGraph, places: Places) {
    this.#graph = graph;
    this.#places = places;
  }

  /** The move of a lane into the first that is free; -1 where none is, null where it enters none from where it is. */
  first(tokens: readonly Token[], actor: number): number | null {
    const { first } = this.#graph;
    const { place } = tokens[actor] as Token;
    let entered: number | null = null;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      if (!this.isEntered(move)) continue;
      if (this.#isFree(tokens, actor, move)) return move;
      entered = -1;
    }
    return entered;
  }

  /** Whether a move leads from a node into the body that it runs, or to where a `map` waits for its items. */
  isEntered(move: number): boolean {
    const { from, to, step, kind, group, scope } = this.#graph;
    const [source, target] = [from[move] as number, to[move] as number];
    if (kind[target] === PLACE.items) return group[source] !== group[target];
    return step[move] === 1 && scope[source] !== scope[target];
  }

  #isFree(tokens: readonly Token[], actor: number, move: number): boolean {
    const { to, kind, group, scope } = this.#graph;
    const target = to[move] as number;
    const isIn =
      kind[target] === PLACE.items
        ? ({ place }: Token): boolean => this.#places.isAmong(place, -2 - (group[target] as number))
        : ({ place }: Token): boolean => this.#places.isWithin(place, scope[target] as number);
    return !tokens.some((token, at) => at !== actor && isIn(token));
  }
}
