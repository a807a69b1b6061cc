import { checkGraph } from '../../check/index.js';
import type { AgentGraph, Rule, ToolEffects } from '../../model/index.js';
import { FixFinder, type FoundFix, isFixable } from '../find-fix.js';

/** What is found for the only verdict of a rule, and the graphs on which it was tried, in their order. */
export function tried(
  graph: AgentGraph,
  effects: ToolEffects,
  rule: Rule,
): { readonly told: FoundFix; readonly graphs: readonly AgentGraph[] } {
  if (!isFixable(rule)) throw new Error('not a rule that is mended');
  const { verdicts } = checkGraph(graph, effects, [rule]);
  const [verdict] = verdicts;
  if (!verdict) throw new Error('no verdict');
  const graphs = new Set<AgentGraph>();
  const finder = new FixFinder(graph, effects, [rule], verdicts, (changed, rules, proofsOnly) => {
    graphs.add(changed);
    return checkGraph(changed, effects, rules, proofsOnly ? { proofsOnly } : {}).verdicts;
  });
  return { told: finder.find(rule, verdict), graphs: [...graphs] };
}
