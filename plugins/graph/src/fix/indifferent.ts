import { factRules } from '../check/index.js';
import type { AgentGraph, OrderPattern, Rule, ToolEffects, Verdict } from '../model/index.js';
import type { Inserted } from './insert.js';

/** How a graph is changed: something is inserted, wherever that is, or a person approves each call of a tool as it is made. */
export type Change =
  | {
      readonly inserted: readonly Inserted[];
      /** Whether a path crosses a place where something is inserted; absent: it may. */
      readonly crosses?: (path: NonNullable<Verdict['path']>) => boolean;
      /** Whether all of it is in the graph itself, and nothing in a body; absent: it is not known. */
      readonly atTop?: boolean;
    }
  | { readonly approved: string };

/** Patterns to which every tool is an event. */
const COUNTS_ALL: ReadonlySet<OrderPattern> = new Set(['bounded_response', 'chain_response']);

/** Patterns that a call breaks, and never that a run ends. */
const FORBIDS: ReadonlySet<OrderPattern> = new Set([
  'absence',
  'at_most',
  'precedence',
  'alternate_precedence',
  'not_coexistence',
]);

/**
 * The rules that are broken on a changed graph, too, without a look at it. What is inserted only passes in what follows.
 *
 * Why that is so. Take a run that breaks the rule, and wherever it crosses a place let it go through what was inserted there, which calls without failing or is answered with yes. That is a run
 * of the changed graph: nothing inserted writes a variable or has a guard, each lane goes on where it went on before, and lanes take their moves in the same order. The events of
 * the run are as they were, but for those of what is inserted; to the rule these are nothing, or end facts (a write on what a check was for), and with fewer facts the same call is
 * forbidden at the latest where it was. Where the run crosses no place at all it is the same run, whatever is inserted. Not in supersteps, where what is inserted keeps lanes from
 * meeting. See docs/adr/0171.
 *
 * @param verdicts of all rules on the graph as it was
 */
export function stillBroken(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  verdicts: readonly Verdict[],
  change: Change,
): ReadonlySet<string> {
  if (graph.execution === 'supersteps') return new Set();
  const byRule = Map.groupBy(verdicts, ({ rule_id: id }) => id);
  return new Set(
    rules
      .filter((rule) => {
        const isNothing = isNothingTo(rule, effects, change);
        return byRule
          .get(rule.id)
          ?.every(
            ({ verdict, path, kind }) =>
              verdict === 'broken' &&
              path !== undefined &&
              kind === undefined &&
              (isNothing || isApart(rule, path, change)),
          );
      })
      .map(({ id }) => id),
  );
}

/**
 * The rules that are proved on a changed graph, too, without a look at it: those that a call alone breaks, where nothing but persons who confirm something else is inserted.
 *
 * Why that is so. Take a run of the changed graph that breaks the rule. Leave out what was inserted, and let a lane in which somebody said no stay where it would have come to: that is a run of the
 * graph as it was, for nobody waits for that lane (no join and no end of a body is ahead of it), and values are as they were. Its events are the same to the rule. Where lanes become one there that
 * are two with the change, what is left is what both had, and with fewer facts the same call is forbidden. Only with the execution `tokens`: else others have their turn when a lane is over. See docs/adr/0171.
 *
 * @param verdicts of all rules on the graph as it was
 */
export function stillProved(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  verdicts: readonly Verdict[],
  change: Change,
): ReadonlySet<string> {
  const isFree =
    (graph.execution ?? 'tokens') === 'tokens' && graph.nodes.every(({ join }) => (join ?? 'any') === 'any');
  if (!isFree || !('inserted' in change) || change.atTop !== true) return new Set();
  if (change.inserted.some(({ kind }) => kind !== 'person')) return new Set();
  const open = new Set(
    verdicts.flatMap(({ verdict, rule_id: id }) => (verdict === 'proved' || verdict === 'vacuous' ? [] : [id])),
  );
  const isBrokenByCalls = (rule: Rule): boolean =>
    rule.kind === 'check_before' ||
    rule.kind === 'confirm_before' ||
    (rule.kind === 'order' && FORBIDS.has(rule.pattern));
  return new Set(
    rules
      .filter((rule) => !open.has(rule.id) && isBrokenByCalls(rule) && isNothingTo(rule, effects, change))
      .map(({ id }) => id),
  );
}

/** Whether a run that breaks a rule is the same run with the change. */
const isApart = ({ kind }: Rule, path: NonNullable<Verdict['path']>, change: Change): boolean =>
  kind !== 'taint' && kind !== 'saga' && 'inserted' in change && change.crosses?.(path) === false;

/** Whether a change has no event that helps a rule. */
function isNothingTo(rule: Rule, effects: ToolEffects, change: Change): boolean {
  const tools = toolsOf(rule, effects);
  if (tools === null) return false;
  if ('approved' in change) return rule.kind !== 'confirm_before' && !tools.includes(change.approved);
  return change.inserted.every((each) => {
    if (each.kind === 'person') return rule.kind !== 'confirm_before' || each.tool !== rule.tool;
    return (
      each.kind === 'call' && each.writes === undefined && each.through === undefined && !tools.includes(each.call.name)
    );
  });
}

/** The tools whose calls may help a rule; null where all may. */
function toolsOf(rule: Rule, effects: ToolEffects): readonly (string | null | undefined)[] | null {
  switch (rule.kind) {
    case 'check_before':
    case 'confirm_before':
      return factRules(rule, effects).flatMap(({ tool, establishers }) => [tool, ...establishers.map((by) => by.tool)]);
    case 'order':
      return COUNTS_ALL.has(rule.pattern) ? null : [rule.first, rule.second, rule.scope?.after, rule.scope?.until];
    default:
      return null;
  }
}
