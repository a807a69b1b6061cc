import type { ControlGraph } from '../../lower/index.js';
import { movesInto } from '../walk.js';

/** No goal is ahead. */
export const FAR = 2 ** 20;

/** Of each place, how many moves a goal is away at least, joins and guards left aside; `FAR` where there is none. Linear in the moves. */
export function waysTo(graph: ControlGraph, goals: readonly number[]): Int32Array {
  const { places, from } = graph;
  const away = new Int32Array(places).fill(FAR);
  const into = movesInto(graph);
  const queue: number[] = [];
  const put = (place: number, distance: number): void => {
    if ((away[place] as number) <= distance) return;
    away[place] = distance;
    queue.push(place);
  };
  for (const goal of goals) put(goal, 0);
  for (let at = 0; at < queue.length; at += 1) {
    const place = queue[at] as number;
    for (let each = into.first[place] as number; each < (into.first[place + 1] as number); each += 1)
      put(from[into.moves[each] as number] as number, (away[place] as number) + 1);
  }
  return away;
}
