import { type ControlGraph, PLACE } from './control.js';

/** Events that can happen while there are several lanes: those on some way from a fork. One byte an event. */
export function eventsBesideOthers(graph: ControlGraph): Uint8Array {
  const found = new Uint8Array(graph.eventKind.length);
  const seen = new Uint8Array(graph.places);
  const open: number[] = [];
  graph.kind.forEach((kind, place) => {
    if (kind !== PLACE.fork) return;
    seen[place] = 1;
    open.push(place);
  });
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      const event = graph.event[move] as number;
      if (event >= 0) found[event] = 1;
      const to = graph.to[move] as number;
      if (seen[to] === 1) continue;
      seen[to] = 1;
      open.push(to);
    }
  return found;
}
