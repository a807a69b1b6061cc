import { type ControlGraph, hasOwnHistory, lowerGraph, unknownJoins } from '../lower/index.js';
import type { AgentGraph, GraphNode, ToolEffects } from '../model/index.js';
import { Beside } from './beside.js';
import { GuardCells } from './cells.js';
import { GraphIndex } from './graph-index.js';
import type { Setting } from './judge.js';
import { walkOf } from './walk.js';
import { absences, type EdgeAt, fitsInAll, type Ways, waysOf, wayWithout } from './ways.js';

export type Joins = ReadonlyMap<string, 'any' | 'all' | 'active'>;

/** A graph in one way that its unknown joins and its `may` edges can be. */
export interface Reading extends Setting {
  readonly joins: Joins;
  /** The graph in this way, and the `may` edges that it does not have. */
  readonly source: AgentGraph;
  readonly absent: readonly EdgeAt[];
  /** Each node has a history of messages for itself (S11). */
  readonly isolated: boolean;
}

export interface Readings {
  readonly all: readonly Reading[];
  /** Every reading there is was made; else only those where all joins are of one kind. */
  readonly whole: boolean;
  /** The nodes whose join is unknown. */
  readonly unknown: readonly string[];
  readonly ways: Ways;
}

/** So many unknown joins are read in every combination; of more no more combinations than this, in a small graph. */
const MOST_UNKNOWN = 3;
const MOST_COMBINED = 81;

export function readGraph(graph: AgentGraph, effects: ToolEffects, budget: number): Readings {
  const ways = waysOf(graph);
  const parts = absences(ways).map((absent) => {
    const source = wayWithout(graph, ways, absent);
    return { source, absent, plain: lowerGraph(source, effects) };
  });
  const unknown = [...new Set(parts.flatMap(({ plain }) => unknownJoins(plain)))];
  const combined = parts.reduce((sum, { plain }) => sum + kindsOf(plain).length ** unknown.length, 0);
  const whole = unknown.length <= MOST_UNKNOWN || (combined <= MOST_COMBINED && fitsInAll(graph, combined));
  const all = parts.flatMap(({ source, absent, plain }) =>
    joinsOf(plain, unknown, whole).map((joins) =>
      made(source, joins.size === 0 ? plain : lowerGraph(source, effects, { joins }), { joins, absent, budget }),
    ),
  );
  return { all, whole, unknown, ways };
}

const kindsOf = ({ lanes }: ControlGraph): readonly ('any' | 'all' | 'active')[] =>
  lanes ? ['any', 'all', 'active'] : ['any', 'all'];

/** What the unknown joins can be. */
function joinsOf(control: ControlGraph, unknown: readonly string[], whole: boolean): readonly Joins[] {
  if (unknown.length === 0) return [new Map()];
  const kinds = kindsOf(control);
  if (!whole) return kinds.map((kind) => new Map(unknown.map((node) => [node, kind])));
  let readings: Map<string, 'any' | 'all' | 'active'>[] = [new Map()];
  for (const node of unknown) readings = readings.flatMap((each) => kinds.map((kind) => new Map(each).set(node, kind)));
  return readings;
}

/** The reading of a graph as it is given: its `may` edges are asked wherever a run comes to them. */
export function readingOf(graph: AgentGraph, effects: ToolEffects, joins: Joins): Reading {
  return made(graph, lowerGraph(graph, effects, { joins }), { joins, absent: [], budget: 0 });
}

/**
 * The same reading for what asks whose history a model reads (S11): where a body has one of its own and lanes may run it at the same time, they have one body, and nobody follows the
 * second. See docs/adr/0166.
 */
export function readAlone(reading: Reading, effects: ToolEffects): Reading {
  const known = alone.get(reading);
  if (known) return known;
  const { graph, source, joins } = reading;
  const seen = new Set<number>();
  const some = graph.instances.some(({ around, body, items }) => {
    if (around < 0 || items !== undefined) return false;
    const isSecond = seen.has(around);
    seen.add(around);
    return isSecond && hasOwnHistory(source, graph.nodes[around] as GraphNode, body);
  });
  const found = some ? made(source, lowerGraph(source, effects, { joins, alone: true }), reading) : reading;
  alone.set(reading, found);
  return found;
}

const alone = new WeakMap<Reading, Reading>();

function made(source: AgentGraph, control: ControlGraph, more: Pick<Reading, 'joins' | 'absent' | 'budget'>): Reading {
  const cells = new GuardCells(control, source.variables ?? []);
  return {
    graph: control,
    cells,
    index: new GraphIndex(control, source.variables ?? []),
    execution: source.execution ?? 'tokens',
    walk: walkOf(control),
    beside: control.lanes ? new Beside(control) : null,
    isolated: source.context === 'isolated',
    source,
    joins: more.joins,
    absent: more.absent,
    budget: more.budget,
  };
}
