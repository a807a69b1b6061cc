import type { ControlGraph } from '../../lower/index.js';
import { Beside } from '../beside.js';
import { GuardCells } from '../cells.js';
import { GraphIndex } from '../graph-index.js';
import type { Reading } from '../reading.js';
import { walkOf } from '../walk.js';

const made = new WeakMap<ControlGraph, Reading>();

/**
 * The same graph, in which each move has an event of its own, numbered as the move: taint moves with tokens where nothing else happens, such as when an edge is taken
 * or branches meet. What happens at a move, and what it writes, stays.
 */
export function withOwnEvents(reading: Reading): Reading {
  const { graph } = reading;
  const known = made.get(graph);
  if (known) return known;
  const count = graph.event.length;
  const event = Int32Array.from({ length: count }, (_, move) => move);
  const of = (column: Int32Array | Uint8Array, none: number): number[] =>
    Array.from(graph.event, (old) => (old < 0 ? none : (column[old] as number)));
  const movesOf = new Map<number, number[]>();
  graph.event.forEach((old, move) => {
    const moves = movesOf.get(old);
    if (moves) moves.push(move);
    else movesOf.set(old, [move]);
  });
  const own: ControlGraph = {
    ...graph,
    event,
    eventKind: Uint8Array.from(of(graph.eventKind, 0)),
    eventOf: Int32Array.from(of(graph.eventOf, -1)),
    eventNode: Int32Array.from(of(graph.eventNode, -1)),
    writers: new Map(
      [...graph.writers].map(([name, events]) => [name, events.flatMap((old) => movesOf.get(old) ?? [])]),
    ),
  };
  // What a move writes is told by its own event, here as well.
  const cells = new GuardCells(own, reading.source.variables ?? []);
  const told = {
    ...reading,
    graph: own,
    cells,
    index: new GraphIndex(own, reading.source.variables ?? []),
    walk: walkOf(own),
    beside: own.lanes ? new Beside(own) : null,
  };
  made.set(graph, told);
  return told;
}
