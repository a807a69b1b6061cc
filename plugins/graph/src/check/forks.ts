import { type ControlGraph, MODE } from '../lower/index.js';
import type { Lanes } from './lanes.js';
import type { Places } from './places.js';
import { MOST_LANES, MOST_SUBSETS, type State, type Step, type Token, TooWide } from './state.js';
import type { Values } from './values.js';

/** Edges of a fork that are asked about at once: whether each of them is to be taken. */
export interface Asked {
  /** Somebody else says so, and not the run. */
  readonly adversary: boolean;
  readonly moves: readonly number[];
}

/** Choices that may take several edges, each with a lane of its own (S4). */
export class Forks {
  readonly #graph: ControlGraph;
  readonly #values: Values;
  readonly #places: Places;
  readonly #lanes: Lanes;
  readonly #orders = new Map<number, readonly number[]>();

  constructor(graph: ControlGraph, values: Values, places: Places, lanes: Lanes) {
    this.#graph = graph;
    this.#values = values;
    this.#places = places;
    this.#lanes = lanes;
  }

  /**
   * What is asked next at a fork; null where all that is left is the run's own choice. Edges are evaluated in their order, whoever decides (S4): what the run chooses in front of an opaque
   * edge it chooses before somebody else says whether that one is taken. Which `may` edges are there was settled before. See docs/adr/0169.
   */
  asked(place: number): Asked | null {
    const base = this.#places.base(place);
    const left = this.#order(base).slice(this.#places.answers(place).count);
    const adversary = left[0] !== undefined && this.#isOpaque(left[0]);
    const end = left.findIndex((move) => this.#isOpaque(move) !== adversary);
    return left.length === 0 ? null : { adversary, moves: end < 0 ? left : left.slice(0, end) };
  }

  #isOpaque(move: number): boolean {
    return this.#graph.mode[move] === MODE.opaque || (this.#graph.doubt[move] as number) >= 0;
  }

  #isMay(move: number): boolean {
    return this.#graph.doubts[this.#graph.doubt[move] as number]?.code === 'may_edge';
  }

  /** The edges of a fork that are asked about: `may` edges, and then what is free or opaque, up to the last that is opaque. */
  #order(place: number): readonly number[] {
    const known = this.#orders.get(place);
    if (known) return known;
    const { mode } = this.#graph;
    const moves = this.#moves(place);
    const last = moves.findLastIndex((move) => this.#isOpaque(move) && !this.#isMay(move));
    const soft = moves.slice(0, last + 1).filter((move) => mode[move] === MODE.free || mode[move] === MODE.opaque);
    const order = [...moves.filter((move) => this.#isMay(move)), ...soft.filter((move) => !this.#isMay(move))];
    const opaque = order.filter((move) => this.#isOpaque(move)).length;
    if (opaque > MOST_SUBSETS || order.length - opaque > MOST_SUBSETS) throw new TooWide();
    this.#orders.set(place, order);
    return order;
  }

  #moves(place: number): number[] {
    const { first } = this.#graph;
    const from = first[place] as number;
    return Array.from({ length: (first[place + 1] as number) - from }, (_, index) => from + index);
  }

  /** Every answer to what is asked. */
  answer(state: State, tokens: Token[], actor: number, { adversary, moves }: Asked): Step[] {
    const { place } = tokens[actor] as Token;
    const { count, bits } = this.#places.answers(place);
    const steps: Step[] = [];
    for (let said = 0; said < 1 << moves.length; said += 1) {
      const settled = this.#places.answered(this.#places.base(place), count + moves.length, bits + (said << count));
      const moved = tokens.map((token, index) => (index === actor ? { ...token, place: settled } : token));
      steps.push({
        ...this.#lanes.finish(moved, state),
        moves: [],
        actor,
        cost: this.#cost(place),
        ...(adversary && { decided: moves }),
      });
    }
    return steps;
  }

  /** The run's own choice at a fork: which free edges, and which way each decided guard goes (S4). */
  choose(state: State, tokens: Token[], actor: number): Step[] {
    const { bound } = this.#graph;
    const place = this.#places.base((tokens[actor] as Token).place);
    const bounded = this.#moves(place).filter((move) => (bound[move] as number) >= 0);
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
    const { bits } = this.#places.answers(at);
    const all = this.#moves(place);
    if (all.length > MOST_LANES + 2 * MOST_SUBSETS) throw new TooWide();
    const order = this.#order(place);
    const there = (move: number): boolean => !order.includes(move) || ((bits >> order.indexOf(move)) & 1) === 1;
    const every = all.filter((move) => !spent.has(move) && graph.mode[move] !== MODE.none);
    const moves = every.filter(there);
    const free = moves.filter((move) => graph.mode[move] === MODE.free && !order.includes(move));
    const otherwise = moves.filter((move) => graph.mode[move] === MODE.otherwise);
    if (free.length > MOST_SUBSETS) throw new TooWide();
    const resort = every.findLast(
      (move) =>
        (graph.mode[move] === MODE.free || graph.mode[move] === MODE.opaque) && (!this.#isMay(move) || there(move)),
    );
    const steps: Step[] = [];
    for (let subset = 0; subset < 1 << free.length; subset += 1) {
      let ways: { values: number; taken: readonly number[]; refused: readonly number[] }[] = [
        { values: state.values, taken: [], refused: [] },
      ];
      for (const move of moves) {
        const mode = graph.mode[move];
        if (mode === MODE.otherwise || (free.includes(move) && ((subset >> free.indexOf(move)) & 1) === 0)) continue;
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

  /** A fork that is being answered has begun. */
  #cost(place: number): number {
    return place < this.#graph.places ? (this.#graph.begins[place] as number) : 0;
  }

  /** A lane for each edge taken. They say what they say in their order (docs/adr/0177). */
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
