import type { CheckBefore, ConfirmBefore, OrderRule, Rule, ToolEffects } from '../model/index.js';
import { factTargets } from './fact-rule.js';
import { factMonitor } from './facts.js';
import { judge } from './judge.js';
import type { Monitor } from './monitor.js';
import { orderMonitor } from './order.js';
import type { Reading } from './reading.js';
import { factRules } from './tasks.js';

/** Rules that are judged here: P1, P2 and P3. */
export type JudgedRule = Rule & (CheckBefore | ConfirmBefore | OrderRule);

/**
 * One automaton of a rule, in the two readings of what is not known: taken for what harms, and for what helps. Null where it counts further than
 * automata do. A rule holds when each of its questions does.
 */
export interface Question {
  readonly harsh: Monitor | null;
  readonly hopeful: () => Monitor | null;
}

export function questionsOf(rule: JudgedRule, effects: ToolEffects, { graph, index }: Reading): Question[] {
  if (rule.kind === 'order') {
    const parts = rule.pattern === 'succession' ? (['precedence', 'response'] as const) : [undefined];
    return parts.map((part) => {
      const monitor = orderMonitor(graph, index, rule, part);
      return { harsh: monitor, hopeful: () => monitor };
    });
  }
  return factRules(rule, effects).flatMap((fact) =>
    factTargets(graph, index, fact).map((target) => ({
      harsh: factMonitor(graph, index, effects, fact, target, false),
      hopeful: () => factMonitor(graph, index, effects, fact, target, true),
    })),
  );
}

/** A rule whose event no run has (S10). */
export function isVacuous(rule: JudgedRule, reading: Reading): boolean {
  const none = (tool: string | undefined): boolean => tool === undefined || !isReached(reading, tool);
  if (rule.kind !== 'order') return none(rule.tool);
  if (rule.scope?.after !== undefined && none(rule.scope.after)) return true;
  switch (rule.pattern) {
    case 'precedence':
    case 'alternate_precedence':
      return none(rule.second);
    case 'not_coexistence':
      return none(rule.first) || none(rule.second);
    case 'succession':
      return none(rule.first) && none(rule.second);
    case 'existence':
      return false;
    default:
      return none(rule.first);
  }
}

/** Whether any run attempts a tool. Lanes and guards are looked at only where there are some. */
function isReached(reading: Reading, tool: string): boolean {
  const { graph, index, walk } = reading;
  if (!index.usesOf(tool).some((use) => walk.events[index.attemptOf[use] as number] === 1)) return false;
  if (graph.guards.length === 0 && graph.bounds.length === 0 && !graph.lanes) return true;
  const absence = orderMonitor(graph, index, { kind: 'order', pattern: 'absence', first: tool });
  return absence === null || judge(reading, absence, () => absence).word !== 'proved';
}

/** The tool a verdict is about. */
export function targetOf(rule: JudgedRule): string {
  if (rule.kind !== 'order') return rule.tool;
  return rule.pattern === 'precedence' || rule.pattern === 'alternate_precedence'
    ? (rule.second ?? rule.first)
    : rule.first;
}
