import type { ControlGraph, JoinGroup } from '../lower/index.js';
import type { GraphBody } from '../model/index.js';
import { placesWithout } from './walk.js';

/** More joins than this are not looked at. */
const MOST_GATES = 16;

/**
 * A join `active` that runs once at most: it waits until no other lane can come to it. So when a lane is behind it, no lane is in front of it any more, and all lanes
 * behind it come of the one that went through. One byte a place.
 */
export interface Gate {
  /** 1: every way here leads through the join. */
  readonly behind: Uint8Array;
  /** 1: a lane here may still come to the join. */
  readonly before: Uint8Array;
}

/** The joins of the graph's own body (not of bodies in it, which may run again) that are gates. */
export function gatesOf(graph: ControlGraph): Gate[] {
  const found: Gate[] = [];
  const top = graph.instances[0];
  if (!top) return found;
  for (const [group, join] of graph.joins.entries()) {
    if (join.kind !== 'active' || graph.nodeInstance[join.node] !== 0 || !isEnteredByWaiting(graph, group, join))
      continue;
    const leading = nodesBefore(top.body, graph.nodes[join.node]?.id ?? '');
    const own = leading[join.node - top.base];
    if (own === 1) continue;
    found.push({ behind: behindOf(graph, join), before: beforeOf(graph, group, leading) });
    if (found.length === MOST_GATES) break;
  }
  return found;
}

/** Whether nobody comes to a join's node but over the edges that wait: what comes by an `error` edge runs at once (S5). */
function isEnteredByWaiting({ to, from, group, places }: ControlGraph, own: number, join: JoinGroup): boolean {
  return join.to < places && to.every((target, move) => target !== join.to || group[from[move] as number] === own);
}

/** Per node of a body, whether some edges of it lead to a node. */
function nodesBefore({ nodes, edges }: GraphBody, name: string): Uint8Array {
  const into = Map.groupBy(edges, ({ target }) => target);
  const names = new Set((into.get(name) ?? []).map(({ source }) => source));
  for (const each of names) for (const { source } of into.get(each) ?? []) names.add(source);
  return Uint8Array.from(nodes, ({ id }) => (names.has(id) ? 1 : 0));
}

function behindOf(graph: ControlGraph, { to }: JoinGroup): Uint8Array {
  const free = placesWithout(graph, to);
  return free.map((reached) => 1 - reached);
}

/** Where lanes wait at the join, and places of nodes that lead to it; a body is where the node is that runs it. */
function beforeOf(graph: ControlGraph, group: number, leading: Uint8Array): Uint8Array {
  const before = new Uint8Array(graph.places);
  for (let place = 0; place < graph.places; place += 1) {
    let at = graph.node[place] as number;
    while (at >= 0 && graph.nodeInstance[at] !== 0)
      at = graph.instances[graph.nodeInstance[at] as number]?.around ?? -1;
    before[place] = at < 0 || graph.group[place] === group ? 1 : (leading[at] as number);
  }
  return before;
}
