import { type ControlGraph, PLACE } from '../../lower/index.js';

/** Joins that end a lane: a token that goes on there is over in the same step, and no state shows that it came. */
export function withJoinedEnds(graph: ControlGraph): ControlGraph {
  const ending = graph.joins.filter(({ to }) => graph.kind[to] === PLACE.end);
  if (ending.length === 0) return graph;
  const { places } = graph;
  const more = ending.length;
  const stops = new Map(ending.map((join, at) => [join, places + at]));
  const ends = ending.map(({ to }) => to);
  const bytes = (column: Uint8Array): Uint8Array => Uint8Array.from([...column, ...ends.map(() => 0)]);
  const rest = (column: Int32Array): Int32Array => Int32Array.from([...column, ...ends.map(() => -1)]);
  const own = (column: Int32Array): Int32Array =>
    Int32Array.from([...column, ...ends.map((place) => column[place] as number)]);
  return {
    ...graph,
    places: places + more,
    kind: bytes(graph.kind),
    owner: bytes(graph.owner),
    begins: bytes(graph.begins),
    node: own(graph.node),
    scope: own(graph.scope),
    group: rest(graph.group),
    first: Int32Array.from([...graph.first, ...ends.map((_, at) => graph.to.length + at + 1)]),
    from: Int32Array.from([...graph.from, ...stops.values()]),
    to: Int32Array.from([...graph.to, ...ends]),
    event: rest(graph.event),
    guard: rest(graph.guard),
    bound: rest(graph.bound),
    edge: rest(graph.edge),
    step: bytes(graph.step),
    turn: bytes(graph.turn),
    mode: bytes(graph.mode),
    doubt: rest(graph.doubt),
    joins: graph.joins.map((join) => ({ ...join, to: stops.get(join) ?? join.to })),
  };
}
