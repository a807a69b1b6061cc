import type { ControlGraph } from '../lower/index.js';
import { endingAt } from './endings.js';
import { BAD, type Monitor } from './monitor.js';
import { startOf, statesOf } from './transitions.js';

/** What is found of a graph of one lane. */
export type PlainFound =
  /** The moves of a shortest run to what is forbidden. */
  | { readonly kind: 'found'; readonly moves: readonly number[] }
  /** There is none: all pairs of a place and a state (`place * states + state`) that there are. */
  | { readonly kind: 'none'; readonly pairs: readonly number[] }
  /** More pairs than these. */
  | { readonly kind: 'budget' };

/**
 * A shortest run (by nodes executed, then by the order of moves) of a graph without lanes to what is forbidden, an event or an end, guards and bounds left aside. Breadth first over
 * the pairs of a place and a state of the monitor that there are, in lists of numbers: for a monitor that fits into no word, or judges ends (`shortestRuns`).
 *
 * @param budget the most pairs that are looked at
 */
export function plainSearch(graph: ControlGraph, monitor: Monitor, budget: number): PlainFound {
  const { locals } = monitor;
  const width = statesOf(monitor);
  const ids = new Map<number, number>();
  const pairs: number[] = [];
  const via: number[] = [];
  const before: number[] = [];
  const run = (last: number, move: number): PlainFound => {
    const moves = [move];
    for (let at = last; at > 0; at = before[at] as number) moves.push(via[at] as number);
    return { kind: 'found', moves: moves.toReversed() };
  };
  const root = graph.start * width + startOf(monitor);
  ids.set(root, 0);
  pairs.push(root);
  via.push(-1);
  before.push(-1);
  const isBad = (place: number, state: number): boolean => {
    if (!monitor.judgesEnds) return false;
    const ends = endingAt(graph, place);
    return ends !== null && monitor.endsBadly(Math.floor(state / locals), ends === 'failed');
  };
  /** Pairs that wait for the next layer: where they were found from, and by which move. */
  let next: { pair: number; from: number; move: number }[] = [];
  let later: { from: number; move: number } | null = null;
  const known = (pair: number, from: number, move: number): void => {
    if (ids.has(pair)) return;
    ids.set(pair, pairs.length);
    pairs.push(pair);
    via.push(move);
    before.push(from);
  };
  for (let at = 0; ; at += 1) {
    if (at === pairs.length) {
      if (later) return run(later.from, later.move);
      for (const { pair, from, move } of next) known(pair, from, move);
      next = [];
      if (at === pairs.length) return { kind: 'none', pairs };
    }
    if (pairs.length > budget) return { kind: 'budget' };
    const pair = pairs[at] as number;
    const place = Math.floor(pair / width);
    const state = pair % width;
    const cost = graph.begins[place] as number;
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      const event = graph.event[move] as number;
      const symbol = event < 0 ? undefined : monitor.symbolOf.get(event);
      const target = graph.to[move] as number;
      const after = symbol === undefined ? state : monitor.act(symbol, state % locals, Math.floor(state / locals));
      if (after === BAD || isBad(target, after)) {
        if (cost === 0) return run(at, move);
        later ??= { from: at, move };
        continue;
      }
      const reached = target * width + after;
      if (cost === 0) known(reached, at, move);
      else if (!ids.has(reached)) next.push({ pair: reached, from: at, move });
    }
  }
}
