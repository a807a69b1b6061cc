import { type ControlGraph, PLACE } from '../lower/index.js';
import { BAD, type Monitor } from './monitor.js';
import { startOf, statesOf, transitionsOf } from './transitions.js';

/**
 * A shortest run (by nodes executed, then by the order of moves) of a graph without lanes to an event that is forbidden, guards and bounds left aside: the moves
 * it makes; null when there is none. Breadth first over places and states of the monitor in flat arrays, for a monitor that
 * fits into no word (`shortestRuns`).
 */
export function plainSearch(graph: ControlGraph, monitor: Monitor): readonly number[] | null {
  const width = statesOf(monitor);
  const table = transitionsOf(monitor);
  const size = graph.places * width;
  const via = new Int32Array(size).fill(-1);
  const before = new Int32Array(size).fill(-1);
  const done = new Uint8Array(size);
  const root = graph.start * width + startOf(monitor);
  const run = (last: number, move: number): number[] => {
    const moves = [move];
    for (let at = last; at !== root; at = before[at] as number) moves.push(via[at] as number);
    return moves.toReversed();
  };
  let now: number[] = [root];
  let next: number[] = [];
  let later: { from: number; move: number } | null = null;
  /** 1: waits for the next round; 2: in this one, or before. */
  const seen = new Uint8Array(size);
  seen[root] = 2;
  while (now.length > 0 || next.length > 0) {
    if (now.length === 0) {
      if (later) return run(later.from, later.move);
      now = next.filter((at) => done[at] === 0);
      for (const at of now) seen[at] = 2;
      next = [];
    }
    const layer = now;
    for (let index = 0; index < layer.length; index += 1) {
      const at = layer[index] as number;
      if (done[at] === 1) continue;
      done[at] = 1;
      const place = Math.floor(at / width);
      const state = at % width;
      const cost = graph.begins[place] as number;
      for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
        const event = graph.event[move] as number;
        const symbol = event < 0 ? undefined : monitor.symbolOf.get(event);
        let after = state;
        if (symbol !== undefined) {
          after = table[symbol * width + state] as number;
          if (after === BAD) {
            if (cost === 0) return run(at, move);
            later ??= { from: at, move };
            continue;
          }
        }
        const target = (graph.to[move] as number) * width + after;
        const reached = cost === 0 ? 2 : 1;
        if (graph.kind[graph.to[move] as number] === PLACE.join || (seen[target] as number) >= reached) continue;
        seen[target] = reached;
        via[target] = move;
        before[target] = at;
        (cost === 0 ? layer : next).push(target);
      }
    }
    now = [];
  }
  return later ? run(later.from, later.move) : null;
}
