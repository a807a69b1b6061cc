import type { ControlGraph } from '../lower/index.js';

/** What can be reached by moves alone: guards, bounds and lanes not looked at. */
export interface Walk {
  /** The places that are reached, each before those it leads to but for the moves that close a loop (reverse postorder). */
  readonly order: Int32Array;
  /** 1: the event is on some way. */
  readonly events: Uint8Array;
}

/** Depth first from the start, without recursion. Linear in the moves. */
export function walkOf(graph: ControlGraph): Walk {
  const { places, start, first, to, event } = graph;
  const events = new Uint8Array(graph.eventKind.length);
  const next = new Int32Array(places).fill(-1);
  const stack = new Int32Array(places);
  const order = new Int32Array(places);
  let depth = 1;
  let free = places;
  stack[0] = start;
  next[start] = first[start] as number;
  while (depth > 0) {
    const place = stack[depth - 1] as number;
    const move = next[place] as number;
    if (move === first[place + 1]) {
      depth -= 1;
      free -= 1;
      order[free] = place;
      continue;
    }
    next[place] = move + 1;
    const happens = event[move] as number;
    if (happens >= 0) events[happens] = 1;
    const target = to[move] as number;
    if (next[target] !== -1) continue;
    next[target] = first[target] as number;
    stack[depth] = target;
    depth += 1;
  }
  return { order: order.subarray(free), events };
}
