import { readingOf } from '../../check/index.js';
import type { AgentGraph, ToolEffects } from '../../model/index.js';
import { withApart } from '../insert.js';
import { isHopeless } from '../refused.js';
import { type FactRuleAsked, factRemedy } from '../remedy.js';

/** Whether it is told of a graph that persons mend the rule nowhere. */
export function isHopelessIn(graph: AgentGraph, effects: ToolEffects, rule: FactRuleAsked): boolean {
  const remedy = factRemedy(rule, effects, readingOf(graph, effects, new Map()));
  if (typeof remedy === 'string') throw new Error(remedy);
  const [part, ...more] = remedy.parts;
  if (!part || more.length > 0) return false;
  const probe = readingOf(withApart(graph, part.what, 'end'), effects, new Map());
  return isHopeless(graph, remedy, 'end', probe, part.layered(probe, graph));
}
