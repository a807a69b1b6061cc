import {
  type AgentGraph,
  HYGIENE_CODES,
  type HygieneFinding,
  type Rule,
  SEVERITIES,
  type ToolEffects,
} from '../../model/index.js';
import { readGraph, type Readings } from '../reading.js';
import { deadEnds } from './dead-ends.js';
import { documentOf } from './document.js';
import { failOpen } from './fail-open.js';
import type { Found } from './found.js';
import { idleRules } from './idle-rules.js';
import { Looks } from './looks.js';
import { dangling, unclassified } from './names.js';
import { waysOfMayEdges } from './may-edges.js';
import { neverPasses } from './never-passes.js';
import { unreachable } from './unreachable.js';

export interface HygieneOptions {
  /** The readings of the graph, where they were made before. */
  readonly readings?: Readings;
  /** Tools that the catalogue takes for writes because nobody says what they are. */
  readonly unstated?: ReadonlySet<string>;
}

/** States of one search, where the readings were not made before. */
const MOST_STATES = 50_000;

/**
 * What a graph, its catalogue and the rules of a request have that hardly anybody meant (docs/graph/semantics.md, S15): the gravest first, then in the order of the
 * codes. Linear in the graph where it has no lanes, guards or bounds.
 *
 * @param rules those that somebody wrote; the catalogue's own are about whatever the catalogue has
 */
export function checkHygiene(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[] = [],
  { readings = readGraph(graph, effects, MOST_STATES), unstated = new Set() }: HygieneOptions = {},
): HygieneFinding[] {
  const document = documentOf(graph);
  const looks = new Looks(withMayEdges(graph, effects, readings));
  const found = [
    ...unreachable(document, effects, looks),
    ...deadEnds(looks),
    ...neverPasses(effects, looks),
    ...failOpen(effects, looks),
    ...idleRules(rules, effects, looks),
    ...unclassified(document, effects, unstated),
    ...dangling(graph, document, effects, rules),
  ];
  return found
    .map(told)
    .toSorted(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        HYGIENE_CODES.indexOf(a.kind) - HYGIENE_CODES.indexOf(b.kind),
    );
}

/** The readings of every way that the `may` edges can be there: an edge is there for a whole run or not at all. */
function withMayEdges(graph: AgentGraph, effects: ToolEffects, readings: Readings): Readings {
  const { graphs, whole } = waysOfMayEdges(graph);
  if (graphs[0] === graph) return readings;
  const ways = graphs.map((each) => readGraph(each, effects, MOST_STATES));
  return { ...readings, all: ways.flatMap(({ all }) => all), whole: whole && ways.every((way) => way.whole) };
}

const told = ({ undecided, ...found }: Found): HygieneFinding => ({
  property: 'P6',
  rule_id: `hygiene:${found.kind}`,
  ...found,
  verdict: undecided ? 'possible' : 'broken',
  ...(undecided && { deciders: [{ code: 'budget', at: '', params: {} }] }),
});
