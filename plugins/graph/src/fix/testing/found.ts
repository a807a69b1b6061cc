import { checkGraph, STATES } from '../../check/index.js';
import type { AgentGraph, Rule, ToolEffects, Verdict } from '../../model/index.js';
import { FixFinder, type FoundFix, isFixable } from '../find-fix.js';

/** What is found for the first verdict of a rule, or for the first of one word, where all rules hold of the graph together. */
export function found(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  rule: Rule,
  { states = STATES, word }: { readonly states?: number; readonly word?: Verdict['verdict'] } = {},
): FoundFix {
  if (!isFixable(rule)) throw new Error('not a rule that is mended');
  const { verdicts } = checkGraph(graph, effects, rules, { states });
  const verdict = verdicts.find((each) => each.rule_id === rule.id && (word === undefined || each.verdict === word));
  if (!verdict) throw new Error('no verdict');
  const finder = new FixFinder(
    graph,
    effects,
    rules,
    verdicts,
    (changed, asked, proofsOnly) =>
      checkGraph(changed, effects, asked, { states, ...(proofsOnly && { proofsOnly }) }).verdicts,
  );
  return finder.find(rule, verdict);
}
