import type { PreparedPolicy, Words } from '@ostiary/guard';
import { type CoreExpr, type HistoryCondition, within } from '@ostiary/policy';
import type { CallRegion } from '../hunt/call-region.js';
import { restOf } from '../calls/calls-where.js';
import type { Repair, Severity } from '../../model/finding.js';
import type { Answered } from '../hunt/answered.js';
import type { PlacedCondition } from './conditions.js';
import { freeId } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { lastOf, sessionWitness } from './sessions.js';
import { words } from '../hunt/text.js';
import type { Weakness } from './weakness.js';

export interface WeaknessTexts {
  readonly subkind?: string;
  readonly attribute?: string;
  readonly severity: Severity;
  readonly title: Words;
  readonly detail: Words;
  readonly expected: Words;
  readonly repair: Words;
}

/** A weakness as its class tells it; null: it could not be asked. What ends in a person being asked is less grave. */
export function answeredBy(
  hunt: Hunt,
  condition: PlacedCondition,
  weakness: Weakness,
  tell: (tool: string) => WeaknessTexts,
): Answered | null {
  const { rule, tools } = condition;
  if (weakness.kind === 'unasked') return null;
  if (weakness.kind !== 'found')
    return weakness.kind === 'undecided' ? { ...weakness, rules: [rule] } : { kind: 'clear', bound: weakness.bound };
  const { tool, steps, policy } = weakness;
  const { severity, repair, ...texts } = tell(tool);
  const isAsked = lastOf(steps).answer !== 'allow';
  return {
    kind: 'found',
    bug: {
      ...texts,
      severity: isAsked && (severity === 'critical' || severity === 'high') ? 'medium' : severity,
      rules: [rule],
      tool,
      witness: sessionWitness(hunt, steps, (_, at) =>
        at === steps.length - 1 ? words('The call in question', 'A chamada em questão') : null,
      ),
      bound: { kind: 'bounded', k: steps.length },
      repairs: [{ title: repair, text: policy.text }, ...besides(hunt, condition, policy, repair)],
      concerns: { tools, where: aboutCondition(hunt, condition), milder: false },
    },
  };
}

/** Calls for which all that the rule asks holds, but for a condition on the history. */
export const aboutCondition = (hunt: Hunt, { rule, expr }: PlacedCondition): CallRegion['where'] =>
  restOf(hunt, rule, (test) => holdsCondition(test, expr));

/**
 * What a mended policy says, beside what the rule says now: an allowance asks for both, and a refusal for either, or another one is
 * added to it. Whatever came before, it answers no call milder.
 */
function besides(
  hunt: Hunt,
  { rule, expr: { span } }: PlacedCondition,
  other: PreparedPolicy,
  { en, pt }: Words,
): readonly Repair[] {
  const { text } = hunt.policy;
  const title = words(`${en}, as well`, `${pt}, também`);
  const old = text.slice(span.start, span.end);
  const mended = other.text.slice(span.start, span.end + other.text.length - text.length);
  const joined = (by: '&&' | '||'): Repair => ({
    title,
    text: `${text.slice(0, span.start)}(${old} ${by} ${mended})${text.slice(span.end)}`,
  });
  if (rule.effect === 'allow') return [joined('&&')];
  const copy = other.core.rules[rule.index];
  if (rule.effect !== 'refuse' || !copy) return [];
  const said = other.text.slice(copy.span.start, copy.span.end).replace(/@id\((?:[^"()]|"(?:[^"\\]|\\.)*")*\)\s*/u, '');
  return [
    joined('||'),
    { title, text: `${text.trimEnd()}\n@id(${JSON.stringify(freeId(hunt.policy, `${rule.id}-too`))}) ${said}\n` },
  ];
}

const holdsCondition = (test: CoreExpr, { span }: HistoryCondition): boolean =>
  within(test).some((each) => 'event' in each && each.span.start === span.start);
