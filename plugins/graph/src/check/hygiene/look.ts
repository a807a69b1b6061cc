import { type ControlGraph, EVENT, PLACE } from '../../lower/index.js';
import type { Reading } from '../reading.js';
import { lookByStates } from './look-by-states.js';
import type { Look } from './seen.js';

/** States that are looked at, where a graph has lanes, guards or bounds. */
const MOST_STATES = 50_000;

/** Looks at the runs of a graph under one reading of its unknown joins: in linear time, or state by state where there are lanes, guards or bounds. */
export function lookAt(reading: Reading): Look {
  const { graph, budget } = reading;
  const plain = lookPlainly(reading);
  if (!graph.lanes && graph.guards.length === 0 && graph.bounds.length === 0) return plain;
  return lookByStates(reading, Math.min(budget, MOST_STATES)) ?? { ...plain, decided: false };
}

/** By moves alone. Linear in the moves. */
function lookPlainly({ graph, walk }: Reading): Look {
  const comes = new Uint8Array(graph.nodes.length);
  const ends = new Uint8Array(graph.nodes.length);
  const ending = placesThatEnd(graph, walk.order);
  for (const place of walk.order) {
    const node = graph.node[place] as number;
    if (node < 0 || graph.kind[place] === PLACE.join) continue;
    comes[node] = 1;
    if (ending[place] === 1) ends[node] = 1;
  }
  return { comes, ends, happens: walk.events, decided: true };
}

/** The run ends normally where a lane of the graph itself is over. */
const isEnd = ({ kind, scope, instances }: ControlGraph, place: number): boolean =>
  (kind[place] === PLACE.end || kind[place] === PLACE.terminate) && (instances[scope[place] as number]?.done ?? -1) < 0;

/** Backwards from the ends, over the places that are reached. */
function placesThatEnd(graph: ControlGraph, reached: Int32Array): Uint8Array {
  const { places, first, from, to, event, eventKind } = graph;
  const before = new Int32Array(places + 1);
  const isThere = new Uint8Array(places);
  const ending = new Uint8Array(places);
  const todo: number[] = [];
  for (const place of reached) isThere[place] = 1;
  for (const target of to) before[target + 1] = (before[target + 1] as number) + 1;
  for (let at = 0; at < places; at += 1) before[at + 1] = (before[at + 1] as number) + (before[at] as number);
  const next = before.slice();
  const moves = new Int32Array(to.length);
  for (let move = 0; move < to.length; move += 1) {
    const target = to[move] as number;
    moves[next[target] as number] = move;
    next[target] = (next[target] as number) + 1;
  }
  const put = (place: number): void => {
    if (ending[place] === 1 || isThere[place] === 0) return;
    ending[place] = 1;
    todo.push(place);
  };
  for (const place of reached) {
    if (isEnd(graph, place)) put(place);
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const happens = event[move] as number;
      if (happens < 0 || eventKind[happens] !== EVENT.fell) continue;
      put(place);
      put(to[move] as number);
    }
  }
  for (let place = todo.pop(); place !== undefined; place = todo.pop())
    for (let at = before[place] as number; at < (before[place + 1] as number); at += 1)
      put(from[moves[at] as number] as number);
  return ending;
}
