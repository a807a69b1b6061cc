import { type ControlGraph, EVENT } from '../../lower/index.js';
import { endingAt } from '../endings.js';
import type { Monitor } from '../monitor.js';
import { Moves } from '../moves.js';
import type { Reading } from '../reading.js';
import type { State } from '../state.js';
import { Values } from '../values.js';
import { Explored, type Sought } from './explored.js';
import { withJoinedEnds } from './joined-ends.js';
import type { Look } from './seen.js';
import type { Twins } from './twins.js';
import { FAR, waysTo } from './ways-to.js';

/** Remembers nothing and forbids nothing. */
const NOTHING: Monitor = {
  locals: 1,
  globals: 1,
  startLocal: 0,
  startGlobal: 0,
  symbolOf: new Map(),
  act: () => 0,
  others: () => 0,
  together: () => 0,
  alone: () => 0,
  endsBadly: () => false,
  judgesEnds: false,
  facts: () => [],
  doubtOf: () => undefined,
};

/** States that are looked at on the way from one state to a goal, for each move that it is away from it at least, and beside. */
const [PER_MOVE, BESIDE] = [2, 32];

/** So often a way is looked for to what was not seen. */
const MOST_WAYS = 64;

/**
 * State by state, with all that guards and bounds say. First those states that show something new, then ways to ends and to what is still not seen: where that shows all that
 * there can be (`sought`), it is over. Else all states are looked at, as far as `budget` goes.
 */
export function lookByStates(
  { graph: plain, cells, execution }: Reading,
  sought: Sought,
  twins: Twins | null,
  budget: number,
): Look {
  const graph = withJoinedEnds(plain);
  const tracked = { groups: new Set(cells.groups.keys()), bounds: new Set(graph.bounds.keys()) };
  const moves = new Moves(graph, NOTHING, new Values(graph, cells, tracked), execution);
  const seen = new Explored(graph, moves, sought, twins);
  const search = new Directed(graph, moves, seen, budget);
  search.lookAtNews();
  if (seen.open > 0) search.findEnds(sought);
  for (let left = -1, ways = 0; left !== seen.left && seen.left > 0 && ways < MOST_WAYS; ways += 1) {
    left = seen.left;
    search.findUnseen(sought);
  }
  for (let state = 0; !seen.isDone && seen.whole && state < seen.states.length && seen.looked < budget; state += 1)
    seen.after(state);
  const isWhole = seen.whole && seen.known === seen.states.length;
  const { comes, ends, happens } = seen;
  return { comes, ends, happens, decided: isWhole || seen.left === 0, endsDecided: isWhole || seen.isDone };
}

/** Looks for ways to goals, nearest first (best-first search), and not far beyond the number of moves that all lanes are away from them. */
class Directed {
  readonly #graph: ControlGraph;
  readonly #moves: Moves;
  readonly #seen: Explored;
  readonly #budget: number;

  constructor(graph: ControlGraph, moves: Moves, seen: Explored, budget: number) {
    this.#graph = graph;
    this.#moves = moves;
    this.#seen = seen;
    this.#budget = budget;
  }

  lookAtNews(): void {
    const { news } = this.#seen;
    for (let at = 0; at < news.length && this.#seen.looked < this.#budget; at += 1)
      this.#seen.after(news[at] as number);
    news.length = 0;
  }

  /** From each node after which no end was seen, those that were seen last first, some way to an end: all nodes on it have one then. */
  findEnds(sought: Sought): void {
    const { event, eventKind, to, places } = this.#graph;
    const { firstAt, ends } = this.#seen;
    const goals: number[] = [];
    for (let place = 0; place < places; place += 1) if (endingAt(this.#graph, place) === 'normal') goals.push(place);
    event.forEach((happens, move) => {
      if (eventKind[happens] === EVENT.fell) goals.push(to[move] as number);
    });
    const away = waysTo(this.#graph, goals);
    const tried = new Uint8Array(ends.length);
    const isOpen = (node: number): boolean =>
      (firstAt[node] as number) >= 0 && ends[node] === 0 && sought.ends[node] === 1 && tried[node] === 0;
    for (;;) {
      const nodes = [...firstAt.keys()].filter(isOpen);
      if (nodes.length === 0) return;
      for (const node of nodes.toSorted((a, b) => (firstAt[b] as number) - (firstAt[a] as number))) {
        if (this.#seen.looked >= this.#budget) return;
        if (!isOpen(node)) continue;
        tried[node] = 1;
        const start = firstAt[node] as number;
        this.#find(start, away, () => this.#seen.isEnding(start));
        this.lookAtNews();
      }
    }
  }

  /** From the start, some way to a node or an event that was not seen. */
  findUnseen({ nodes, events }: Sought): void {
    const { event, to, node } = this.#graph;
    const { comes, happens, left } = this.#seen;
    const goals = [...to].filter((place, move) => {
      const [own, at] = [event[move] as number, node[place] as number];
      return (own >= 0 && events[own] === 1 && happens[own] === 0) || (at >= 0 && nodes[at] === 1 && comes[at] === 0);
    });
    this.#find(0, waysTo(this.#graph, goals), () => this.#seen.left < left);
    this.lookAtNews();
  }

  #find(start: number, away: Int32Array, isFound: () => boolean): void {
    const seen = this.#seen;
    const distance = (state: number): number => {
      const { tokens } = seen.states[state] as State;
      return Math.min(
        FAR,
        tokens.reduce((sum, token) => sum + (away[this.#moves.placeOf(token)] as number), 0),
      );
    };
    const open = new Map<number, number[]>();
    const met = new Set([start]);
    const put = (state: number): void => {
      const far = distance(state);
      const same = open.get(far);
      if (same) same.push(state);
      else open.set(far, [state]);
    };
    put(start);
    let lanes = 0;
    let most = 1;
    for (let steps = 0; open.size > 0 && steps < most && seen.looked < this.#budget; steps += 1) {
      const nearest = Math.min(...open.keys());
      const same = open.get(nearest) as number[];
      const state = same.pop() as number;
      if (same.length === 0) open.delete(nearest);
      const beside = (seen.states[state] as State).tokens.length;
      // Where lanes part each of them has a way to go.
      if (beside > lanes) most = steps + PER_MOVE * Math.min(nearest, this.#budget) + BESIDE;
      lanes = Math.max(lanes, beside);
      const after = seen.after(state);
      if (isFound()) return;
      for (const next of after) {
        if (met.has(next)) continue;
        met.add(next);
        put(next);
      }
    }
  }
}
