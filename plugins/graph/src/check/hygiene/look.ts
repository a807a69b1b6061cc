import { type ControlGraph, EVENT, PLACE } from '../../lower/index.js';
import { endingAt } from '../endings.js';
import type { Reading } from '../reading.js';
import { movesInto } from '../walk.js';
import { lookByStates } from './look-by-states.js';
import type { Look } from './seen.js';
import { type Twins, twinsOf } from './twins.js';

/** States that are looked at, where a graph has lanes, guards or bounds. */
const MOST_STATES = 50_000;

/** Looks at the runs of a graph under one reading of its unknown joins: in linear time, or state by state where there are lanes, guards or bounds. */
export function lookAt(reading: Reading): Look {
  const { graph, index, budget } = reading;
  const twins = twinsOf(graph, index);
  const plain = withTwins(lookPlainly(reading), twins);
  if (!graph.lanes && graph.guards.length === 0 && graph.bounds.length === 0) return plain;
  const events = new Uint8Array(plain.happens.length);
  for (const attempt of index.attemptOf) events[attempt] = plain.happens[attempt] as number;
  const alone = (all: Uint8Array, ofAll: Int32Array | undefined): Uint8Array =>
    ofAll ? all.map((is, at) => (ofAll[at] === at ? is : 0)) : all;
  const sought = {
    nodes: alone(plain.comes, twins?.nodeOf),
    ends: alone(mayEnd(reading, plain), twins?.nodeOf),
    events: alone(events, twins?.eventOf),
  };
  const seen = lookByStates(reading, sought, twins, Math.min(budget, MOST_STATES));
  // What no move leads to is in no run.
  return seen.decided ? seen : { ...seen, comes: plain.comes, happens: plain.happens };
}

/** What is so of a node or an event is told of its first twin, too. */
function withTwins(look: Look, twins: Twins | null): Look {
  if (twins === null) return look;
  const told = (all: Uint8Array, first: Int32Array): Uint8Array => {
    const some = all.slice();
    for (let at = 0; at < all.length; at += 1) if (all[at] === 1) some[first[at] as number] = 1;
    return some;
  };
  const { nodeOf, eventOf } = twins;
  return {
    ...look,
    comes: told(look.comes, nodeOf),
    ends: told(look.ends, nodeOf),
    happens: told(look.happens, eventOf),
  };
}

/** After which nodes a run may end: where one lane can end others, after each, as long as there is an end. */
function mayEnd({ graph, walk }: Reading, { comes, ends }: Look): Uint8Array {
  if (!ends.includes(1)) return ends;
  const { kind, first, scope, instances, event, eventKind, parallel } = graph;
  const endsOthers = (place: number): boolean => {
    if (kind[place] === PLACE.terminate) return true;
    if (kind[place] === PLACE.abort) return (instances[scope[place] as number]?.failed ?? -1) >= 0;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1)
      if (eventKind[event[move] as number] === EVENT.fell) return true;
    return false;
  };
  return graph.lanes && (parallel.length > 0 || walk.order.some(endsOthers)) ? comes : ends;
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
  return { comes, ends, happens: walk.events, decided: true, endsDecided: true };
}

/** Backwards from the ends, over the places that are reached. */
function placesThatEnd(graph: ControlGraph, reached: Int32Array): Uint8Array {
  const { places, first, from, to, event, eventKind } = graph;
  const into = movesInto(graph);
  const isThere = new Uint8Array(places);
  const ending = new Uint8Array(places);
  const todo: number[] = [];
  for (const place of reached) isThere[place] = 1;
  const put = (place: number): void => {
    if (ending[place] === 1 || isThere[place] === 0) return;
    ending[place] = 1;
    todo.push(place);
  };
  for (const place of reached) {
    if (endingAt(graph, place) === 'normal') put(place);
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const happens = event[move] as number;
      if (happens < 0 || eventKind[happens] !== EVENT.fell) continue;
      put(place);
      put(to[move] as number);
    }
  }
  for (let place = todo.pop(); place !== undefined; place = todo.pop())
    for (let at = into.first[place] as number; at < (into.first[place + 1] as number); at += 1)
      put(from[into.moves[at] as number] as number);
  return ending;
}
