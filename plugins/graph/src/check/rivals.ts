import { type ControlGraph, PLACE, unknownJoins } from '../lower/index.js';
import { judge, solveRun } from './judge.js';
import { BAD, type Monitor } from './monitor.js';
import type { Moves } from './moves.js';
import type { Reading } from './reading.js';
import { CellSolver } from './solver.js';
import type { Step, Taken } from './state.js';

/** One of two lanes on its way from where they parted to a call. */
export interface Way {
  /** The moves of the lane, the first of them at the fork where the two parted. */
  readonly moves: readonly number[];
  /** Those at which it leaves other lanes behind, with all that are taken there. */
  readonly forks: ReadonlyMap<number, readonly number[]>;
  /** The attempt. */
  readonly call: number;
  /** What comes with it before any other lane does something. */
  readonly rest: readonly number[];
}

/** States that are looked at for a run: where none is found soon none is said to be there. */
const STATES = 2_000;

/**
 * Two lanes that stand in front of calls of a tool at one time, with their ways from where they parted, on which neither needs the other: each may stay anywhere on its way while
 * the other comes to its call, and whichever goes first. Null where none were found. See docs/adr/0172.
 */
export function rivals(reading: Reading, tool: string): readonly [Way, Way] | null {
  const { graph, execution } = reading;
  // What is read in several ways is not looked at.
  if (!graph.lanes || execution !== 'tokens' || unknownJoins(graph).length > 0) return null;
  if (graph.doubts.some(({ code }) => code === 'may_edge')) return null;
  const calls = attemptsOf(reading, tool);
  const judged = judge({ ...reading, budget: STATES }, twoCalls(calls), null);
  if (judged.word === 'proved' || !judged.run || !judged.moves || judged.model?.kind !== 'sat') return null;
  return new Parting(reading, judged.run, judged.moves, calls).ways();
}

/** The attempts of a tool, as one symbol. */
const attemptsOf = ({ index }: Reading, tool: string): ReadonlyMap<number, number> =>
  new Map(index.usesOf(tool).map((use) => [index.attemptOf[use] as number, 1]));

/** What is forbidden is a call in a lane that had parted from another one before a call there. */
const twoCalls = (symbolOf: ReadonlyMap<number, number>): Monitor => ({
  locals: 2,
  globals: 1,
  startLocal: 0,
  startGlobal: 0,
  symbolOf,
  act: (_symbol, local) => (local === 1 ? BAD : 0),
  others: () => 1,
  together: Math.min,
  alone: Math.min,
  endsBadly: () => false,
  judgesEnds: false,
  facts: () => [],
  doubtOf: () => undefined,
});

/** What one of the two lanes does in a run, from the fork on. */
interface Lane {
  readonly moves: number[];
  readonly forks: Map<number, readonly number[]>;
  /** Where lanes are that it left behind. */
  readonly left: number[];
  /** Its steps behind the fork, up to its call. */
  readonly steps: Taken[];
  readonly call: number;
  /** What comes with the call, and where the lane is then; -1: it is over. */
  readonly rest: number[];
  readonly calling: Taken[];
  stays: number;
}

/** A run to two calls of lanes that have parted, taken apart into these lanes. */
class Parting {
  readonly #reading: Reading;
  readonly #graph: ControlGraph;
  readonly #run: readonly Taken[];
  readonly #moves: Moves;
  readonly #calls: ReadonlyMap<number, number>;
  #fork = -1;
  /** The step that makes the first of the two calls; the last of the run makes the second. */
  #called = -1;
  /** Per step behind the fork which tokens of the state before it the two lanes are; the first up to its call. */
  readonly #tokens: (readonly [number, number])[] = [];

  constructor(reading: Reading, run: readonly Taken[], moves: Moves, calls: ReadonlyMap<number, number>) {
    this.#reading = reading;
    this.#graph = reading.graph;
    this.#run = run;
    this.#moves = moves;
    this.#calls = calls;
  }

  ways(): readonly [Way, Way] | null {
    const one = this.#findTokens() ? this.#lane(0) : null;
    const other = one && this.#lane(1);
    const places = this.#step(this.#fork)?.next?.tokens;
    if (!one || !other || !places) return null;
    if (places.some((token) => this.#isMiddle(token))) return null;
    if (!this.#isFree(one, other, [0, 1]) || !this.#isFree(other, one, [1, 0])) return null;
    const orders = [
      [one.steps, other.steps],
      [other.steps, one.steps],
      [[...one.steps, ...one.calling], other.steps],
    ] as const;
    return orders.every(([first, second]) => this.#holds(first, second)) ? [one, other] : null;
  }

  #step(at: number): Step | undefined {
    return this.#run[at]?.step;
  }

  /** Follows the lane of the last call back to where it parted from that of another one. False where one of them met another lane in between. */
  #findTokens(): boolean {
    const last = this.#run.length - 1;
    let [caller, second] = [-1, (this.#step(last) as Step).actor];
    for (let at = last - 1; at >= 0; at -= 1) {
      this.#tokens[at + 1] = [caller, second];
      const { origins, actor, moves } = this.#step(at) as Step;
      const [before, ...more] = origins[second] as readonly number[];
      const [first, ...others] = caller < 0 ? [] : (origins[caller] as readonly number[]);
      if (before === undefined || more.length + others.length > 0) return false;
      second = before;
      if (first !== undefined) caller = first;
      else if (actor !== second && this.#calls.has(this.#graph.event[moves[0] ?? -1] as number)) {
        caller = actor;
        this.#called = at;
      }
      this.#fork = at;
      if (caller === second) return true;
    }
    return false;
  }

  /** Null where something it does hangs on others, or is not read off its steps. */
  #lane(lane: 0 | 1): Lane | null {
    const { to, from, kind } = this.#graph;
    const called = lane === 0 ? this.#called : this.#run.length - 1;
    const found: Lane = {
      moves: [],
      forks: new Map(),
      left: [],
      steps: [],
      call: this.#step(called)?.moves[0] as number,
      rest: [],
      calling: [],
      stays: -1,
    };
    for (let at = this.#fork; at < called; at += 1) {
      const { step, state } = this.#run[at] as Taken;
      if (at > this.#fork && step.actor !== this.#tokens[at]?.[lane]) continue;
      const token = step.next?.tokens[this.#tokens[at + 1]?.[lane] as number] as number;
      const place = this.#moves.placeOf(token);
      if (at > this.#fork) found.steps.push(this.#run[at] as Taken);
      // Somebody else has answered, or values were told apart.
      if (
        step.moves.length === 0 &&
        at > this.#fork &&
        place === this.#moves.placeOf(state.tokens[step.actor] as number)
      )
        continue;
      const [move, ...more] = step.moves.filter((each) => to[each] === place);
      if (move === undefined || more.length > 0 || !GOES_ON.has(kind[place] as number)) return null;
      found.moves.push(move);
      if (step.moves.length === 1) continue;
      found.forks.set(move, step.moves);
      if (at > this.#fork)
        found.left.push(...step.moves.filter((each) => each !== move).map((each) => to[each] as number));
    }
    return kind[from[found.call] as number] === PLACE.plain && !found.left.some((place) => this.#isMiddlePlace(place))
      ? found
      : null;
  }

  /** Whether values are there for the run in which the lanes go one after the other from the fork on. */
  #holds(first: readonly Taken[], second: readonly Taken[]): boolean {
    const { graph, cells } = this.#reading;
    if (graph.guards.length + graph.bounds.length === 0) return true;
    const run = [...this.#run.slice(0, this.#fork + 1), ...first, ...second];
    return solveRun(this.#reading, new CellSolver(graph, cells), run).kind === 'sat';
  }

  /** Whether one lane comes to its call while the other stays at the fork, and the other then to its own, without meeting anybody. */
  #isFree(first: Lane, second: Lane, [one, other]: readonly [0 | 1, 0 | 1]): boolean {
    const { from, to } = this.#graph;
    const behind = this.#step(this.#fork)?.next?.tokens as readonly number[];
    const at = this.#tokens[this.#fork + 1] as readonly [number, number];
    const others = behind.flatMap((token, index) => (at.includes(index) ? [] : [this.#moves.placeOf(token)]));
    const start = this.#moves.placeOf(behind[at[other]] as number);
    // What is inserted on the way of the second alone is what leads there, then: it stays in that, and not where that leads.
    const waits = other === 1 || second.moves.slice(1).some((move) => !first.moves.includes(move)) ? [start] : [];
    const arrivals = ({ moves }: Lane): number[] => moves.slice(1).map((move) => to[move] as number);
    const stands = from[first.call] as number;
    const isClear = (lane: Lane, places: readonly number[], idle: readonly number[]): boolean =>
      [...places, ...lane.left].every((place) => !idle.includes(place)) &&
      places.every((place) => !lane.left.includes(place));
    const before = arrivals(second);
    if (before.at(-1) === stands) before.pop();
    return (
      one !== other &&
      isClear(first, arrivals(first), [...others, ...waits]) &&
      isClear(second, before, [...others, ...first.left, stands]) &&
      (other === 0 || !arrivals(second).includes(first.stays))
    );
  }

  #isMiddle(token: number): boolean {
    return this.#moves.isAnswered(token) || this.#isMiddlePlace(this.#moves.placeOf(token));
  }

  /** Whether a lane there goes on before all others. */
  #isMiddlePlace(place: number): boolean {
    const { kind, group } = this.#graph;
    return kind[place] === PLACE.atomic || (kind[place] === PLACE.fork && (group[place] as number) < -1);
  }
}

/** Places that a lane leaves by moves of its own alone. */
const GOES_ON: ReadonlySet<number> = new Set([PLACE.plain, PLACE.atomic, PLACE.fork, PLACE.items]);
