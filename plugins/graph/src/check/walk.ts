import { type ControlGraph, MODE, PLACE } from '../lower/index.js';
import { release } from '../model/index.js';

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
  release(next, stack);
  return { order: order.subarray(free), events };
}

/** The places that are reached without passing one of them (1), by moves alone. Linear in the moves. */
export function placesWithout({ places, start, first, to }: ControlGraph, without: number): Uint8Array {
  const reached = new Uint8Array(places);
  if (start === without) return reached;
  const open = [start];
  reached[start] = 1;
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const target = to[move] as number;
      if (target === without || reached[target] === 1) continue;
      reached[target] = 1;
      open.push(target);
    }
  return reached;
}

/** The moves that lead to each place: those of place p are `moves[first[p]]` to below `moves[first[p + 1]]`. Linear. */
export function movesInto({ places, to }: ControlGraph): { first: Int32Array; moves: Int32Array } {
  const first = new Int32Array(places + 1);
  for (const place of to) first[place + 1] = (first[place + 1] as number) + 1;
  for (let place = 0; place < places; place += 1)
    first[place + 1] = (first[place + 1] as number) + (first[place] as number);
  const next = first.slice();
  const moves = new Int32Array(to.length);
  for (let move = 0; move < to.length; move += 1) {
    const place = to[move] as number;
    moves[next[place] as number] = move;
    next[place] = (next[place] as number) + 1;
  }
  return { first, moves };
}

const free = new WeakMap<ControlGraph, Uint8Array>();

/** 1: the event is on a way that one lane can go by itself, whatever values are and others do: no guard, no bound, no join is on it, and no end of a body that has other lanes. */
export function eventsOnFreeWays(graph: ControlGraph): Uint8Array {
  let events = free.get(graph);
  if (events) return events;
  events = new Uint8Array(graph.eventKind.length);
  const reached = new Uint8Array(graph.places);
  const several = bodiesOfSeveralLanes(graph);
  const open = [graph.start];
  reached[graph.start] = 1;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const kind = graph.kind[place];
    // The node that runs the body goes on when all lanes are over, and another one may fail the body, or wait for ever.
    if (kind === PLACE.join || (kind === PLACE.end && several[graph.scope[place] as number] === 1)) continue;
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      const mode = graph.mode[move] as number;
      const asks = (graph.guard[move] as number) >= 0 || graph.bound[move] !== -1;
      if (asks || mode === MODE.otherwise || mode === MODE.opaque || mode === MODE.none) continue;
      const event = graph.event[move] as number;
      if (event >= 0) events[event] = 1;
      const to = graph.to[move] as number;
      if (reached[to] === 1) continue;
      reached[to] = 1;
      open.push(to);
    }
  }
  free.set(graph, events);
  return events;
}

/** Per instance of a body 1: it may have several lanes of its own at once. Linear in the places. */
function bodiesOfSeveralLanes({ places, kind, scope, instances }: ControlGraph): Uint8Array {
  const several = new Uint8Array(instances.length);
  for (let place = 0; place < places; place += 1) if (kind[place] === PLACE.fork) several[scope[place] as number] = 1;
  return several;
}
