import { type ControlGraph, MODE } from '../lower/index.js';
import type { Lanes } from './lanes.js';
import type { Places } from './places.js';
import { MOST_LANES, MOST_SUBSETS, type State, type Step, type Token, TooWide } from './state.js';
import type { Values } from './values.js';

/** Choices that may take several edges, each with a lane of its own (S4). */
export class Forks {
  readonly #graph: ControlGraph;
  readonly #values: Values;
  readonly #places: Places;
  readonly #lanes: Lanes;

  constructor(graph: ControlGraph, values: Values, places: Places, lanes: Lanes) {
    this.#graph = graph;
    this.#values = values;
    this.#places = places;
    this.#lanes = lanes;
  }

  /** Moves that somebody else allows or not. */
  opaque(place: number): number[] {
    const { first, mode, doubt } = this.#graph;
    const found: number[] = [];
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1)
      if (mode[move] === MODE.opaque || (doubt[move] as number) >= 0) found.push(move);
    if (found.length > MOST_SUBSETS) throw new TooWide();
    return found;
  }

  /** Somebody else says which opaque edges of a fork are taken; the rest is the run's. */
  answer(state: State, tokens: Token[], actor: number): Step[] {
    const graph = this.#graph;
    const { place } = tokens[actor] as Token;
    const opaque = this.opaque(place);
    const steps: Step[] = [];
    for (let bits = 0; bits < 1 << opaque.length; bits += 1) {
      const settled = this.#places.answered(place, bits);
      const moved = tokens.map((token, index) => (index === actor ? { ...token, place: settled } : token));
      steps.push({
        ...this.#lanes.finish(moved, state),
        moves: [],
        actor,
        cost: graph.begins[place] as number,
        decided: opaque,
      });
    }
    return steps;
  }

  /** The run's own choice at a fork: which free edges, and which way each decided guard goes (S4). */
  choose(state: State, tokens: Token[], actor: number): Step[] {
    const { first, bound } = this.#graph;
    const place = this.#places.base((tokens[actor] as Token).place);
    const bounded: number[] = [];
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1)
      if ((bound[move] as number) >= 0) bounded.push(move);
    if (bounded.length > MOST_SUBSETS) throw new TooWide();
    const steps: Step[] = [];
    for (let bits = 0; bits < 1 << bounded.length; bits += 1) {
      const gone = new Set(bounded.filter((_move, at) => ((bits >> at) & 1) === 1));
      const ways = bounded.map((move) =>
        gone.has(move)
          ? this.#values.spent(state.values, bound[move] as number)
          : this.#values.take(state.values, bound[move] as number),
      );
      if (ways.some((values) => values < 0)) continue;
      const spent = [...gone].map((move) => bound[move] as number);
      for (const step of this.#among(state, tokens, actor, gone))
        steps.push(spent.length > 0 ? { ...step, spent } : step);
    }
    return steps;
  }

  /** The choice among the edges that were not taken as often as they may be: the others (`spent`) are as if their decided guard did not hold. */
  #among(state: State, tokens: Token[], actor: number, spent: ReadonlySet<number>): Step[] {
    const graph = this.#graph;
    const at = (tokens[actor] as Token).place;
    const place = this.#places.base(at);
    const bits = this.#places.bits(at);
    if ((graph.first[place + 1] as number) - (graph.first[place] as number) > MOST_LANES + 2 * MOST_SUBSETS)
      throw new TooWide();
    const opaque = this.opaque(place);
    const there = (move: number): boolean => !opaque.includes(move) || ((bits >> opaque.indexOf(move)) & 1) === 1;
    const every = Array.from(
      { length: (graph.first[place + 1] as number) - (graph.first[place] as number) },
      (_, index) => (graph.first[place] as number) + index,
    ).filter((move) => !spent.has(move) && graph.mode[move] !== MODE.none);
    const moves = every.filter(there);
    const free = moves.filter((move) => graph.mode[move] === MODE.free);
    const otherwise = moves.filter((move) => graph.mode[move] === MODE.otherwise);
    if (free.length > MOST_SUBSETS) throw new TooWide();
    const isMay = (move: number): boolean => graph.doubts[graph.doubt[move] as number]?.code === 'may_edge';
    const resort = every.findLast(
      (move) => (graph.mode[move] === MODE.free || graph.mode[move] === MODE.opaque) && (!isMay(move) || there(move)),
    );
    const steps: Step[] = [];
    for (let subset = 0; subset < 1 << free.length; subset += 1) {
      let ways: { values: number; taken: readonly number[]; refused: readonly number[] }[] = [
        { values: state.values, taken: [], refused: [] },
      ];
      for (const move of moves) {
        const mode = graph.mode[move];
        if (mode === MODE.otherwise || (mode === MODE.free && ((subset >> free.indexOf(move)) & 1) === 0)) continue;
        ways =
          mode === MODE.decided
            ? ways.flatMap(({ values, taken, refused }) => [
                ...this.#values
                  .assume(values, graph.guard[move] as number)
                  .map((each) => ({ values: each, taken: [...taken, move], refused })),
                ...this.#values
                  .assume(values, (graph.guard[move] as number) + 1)
                  .map((each) => ({ values: each, taken, refused: [...refused, (graph.guard[move] as number) + 1] })),
              ])
            : ways.map((way) => ({ ...way, taken: [...way.taken, move] }));
      }
      for (const { values, taken, refused } of ways) {
        const found: Step[] = [];
        if (taken.length > 0) found.push(...this.#spread(state, tokens, actor, taken, values));
        else if (otherwise.length > 0) found.push(...this.#spread(state, tokens, actor, otherwise, values));
        // When all others were passed over, the last free or opaque edge is taken.
        else if (resort !== undefined) found.push(...this.#spread(state, tokens, actor, [resort], values));
        else found.push(this.#aborted(state, tokens, actor, values));
        steps.push(...found.map((step) => (refused.length > 0 ? { ...step, refused } : step)));
      }
    }
    return steps;
  }

  #aborted(state: State, tokens: readonly Token[], actor: number, values: number): Step {
    const graph = this.#graph;
    const { place } = tokens[actor] as Token;
    const abort = graph.instances[graph.scope[this.#places.base(place)] as number]?.abort as number;
    return this.#lanes.step(
      tokens.map((token, index) => (index === actor ? { ...token, place: abort } : token)),
      actor,
      { ...state, values },
      [],
      this.#cost(place),
    );
  }

  /** A fork for which somebody else has answered has begun. */
  #cost(place: number): number {
    return place < this.#graph.places ? (this.#graph.begins[place] as number) : 0;
  }

  /** A lane for each edge taken. */
  #spread(state: State, tokens: readonly Token[], actor: number, taken: readonly number[], values: number): Step[] {
    if (tokens.length + taken.length > MOST_LANES) throw new TooWide();
    const mutable = { ...state, values };
    const origin = tokens[actor] as Token;
    const cost = this.#cost(origin.place);
    // Until its turn a lane is nowhere: it is not met at the fork itself.
    const local = taken.length > 1 ? this.#lanes.parted(origin.local) : origin.local;
    const lanes = taken.map(() => ({ ...origin, local, place: -1 }));
    let working = tokens.flatMap((token, index) => (index === actor ? lanes : [{ ...token }]));
    for (const [index, move] of taken.entries()) {
      const lane = lanes[index] as Token;
      const fate = this.#lanes.take(working, lane, move, mutable);
      if (fate === 'never') return [];
      if (fate === 'bad')
        return [{ next: null, ending: 'bad', moves: taken.slice(0, index + 1), actor, origins: [], cost }];
      // Lanes of one fork that lead to one node are one there already.
      working = this.#lanes.arrive(working, lane, move);
    }
    return [this.#lanes.stepOf(working, actor, mutable, taken, cost)];
  }
}
