import { type ControlGraph, lowerGraph, unknownJoins } from '../lower/index.js';
import type { AgentGraph, ToolEffects } from '../model/index.js';
import { Beside } from './beside.js';
import { GuardCells } from './cells.js';
import { GraphIndex } from './graph-index.js';
import type { Setting } from './judge.js';
import { walkOf } from './walk.js';

export type Joins = ReadonlyMap<string, 'any' | 'all' | 'active'>;

/** A graph under one reading of its unknown joins. */
export interface Reading extends Setting {
  readonly joins: Joins;
  /** Each node has a history of messages for itself (S11). */
  readonly isolated: boolean;
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
      walk: walkOf(control),
      beside: control.lanes ? new Beside(control) : null,
      isolated: graph.context === 'isolated',
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
    walk: walkOf(control),
    beside: control.lanes ? new Beside(control) : null,
    isolated: graph.context === 'isolated',
  };
}
