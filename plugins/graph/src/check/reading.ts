import { type ControlGraph, lowerGraph, unknownJoins } from '../lower/index.js';
import type { AgentGraph, ToolEffects } from '../model/index.js';
import { GuardCells } from './cells.js';
import { GraphIndex } from './graph-index.js';
import type { Setting } from './judge.js';

export type Joins = ReadonlyMap<string, 'any' | 'all' | 'active'>;

/** A graph under one reading of its unknown joins. */
export interface Reading extends Setting {
  readonly joins: Joins;
  /** Events that are on some way from the start, guards and lanes not looked at. */
  readonly reached: Uint8Array;
}

export interface Readings {
  readonly all: readonly Reading[];
  /** Every reading there is was made; else only those where all joins are of one kind. */
  readonly whole: boolean;
  /** The nodes whose join is unknown. */
  readonly unknown: readonly string[];
}

/** So many unknown joins are read in every combination. */
const MOST_UNKNOWN = 3;

export function readGraph(graph: AgentGraph, effects: ToolEffects, budget: number): Readings {
  const plain = lowerGraph(graph, effects);
  const unknown = unknownJoins(plain);
  const reading = (control: ControlGraph, joins: Joins): Reading => {
    const cells = new GuardCells(control, graph.variables ?? []);
    const index = new GraphIndex(control, cells);
    return {
      graph: control,
      cells,
      index,
      execution: graph.execution ?? 'tokens',
      budget,
      joins,
      reached: reachedEvents(control),
    };
  };
  if (unknown.length === 0) return { all: [reading(plain, new Map())], whole: true, unknown };
  const kinds = plain.lanes ? (['any', 'all', 'active'] as const) : (['any', 'all'] as const);
  const whole = unknown.length <= MOST_UNKNOWN;
  let readings: Map<string, 'any' | 'all' | 'active'>[] = [new Map()];
  if (!whole) readings = kinds.map((kind) => new Map(unknown.map((node) => [node, kind])));
  else
    for (const node of unknown)
      readings = readings.flatMap((each) => kinds.map((kind) => new Map(each).set(node, kind)));
  return { all: readings.map((joins) => reading(lowerGraph(graph, effects, { joins }), joins)), whole, unknown };
}

/** The reading of one certificate. */
export function readingOf(graph: AgentGraph, effects: ToolEffects, joins: Joins): Reading {
  const control = lowerGraph(graph, effects, { joins });
  const cells = new GuardCells(control, graph.variables ?? []);
  return {
    graph: control,
    cells,
    index: new GraphIndex(control, cells),
    execution: graph.execution ?? 'tokens',
    budget: 0,
    joins,
    reached: new Uint8Array(0),
  };
}

function reachedEvents(graph: ControlGraph): Uint8Array {
  const reached = new Uint8Array(graph.eventKind.length);
  const seen = new Uint8Array(graph.places);
  const open = new Int32Array(graph.places);
  let length = 1;
  open[0] = graph.start;
  seen[graph.start] = 1;
  while (length > 0) {
    length -= 1;
    const place = open[length] as number;
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      const event = graph.event[move] as number;
      if (event >= 0) reached[event] = 1;
      const to = graph.to[move] as number;
      if (seen[to] === 1) continue;
      seen[to] = 1;
      open[length] = to;
      length += 1;
    }
  }
  return reached;
}
