import type { Words } from '@ostiary/guard';
import { type CoreExpr, type HistoryCondition, within } from '@ostiary/policy';
import { restOf } from './calls-where.js';
import type { Severity } from '../model/finding.js';
import type { Answered } from './answered.js';
import type { PlacedCondition } from './conditions.js';
import type { Hunt } from './hunt.js';
import { sessionWitness } from './sessions.js';
import { words } from './text.js';
import { lastOf, type Weakness } from './weakness.js';

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
  { rule, expr, tools }: PlacedCondition,
  weakness: Weakness,
  tell: (tool: string) => WeaknessTexts,
): Answered | null {
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
      repairs: [{ title: repair, text: policy.text }],
      concerns: { tools, where: restOf(hunt, rule, (test) => holdsCondition(test, expr)), milder: false },
    },
  };
}

const holdsCondition = (test: CoreExpr, { span }: HistoryCondition): boolean =>
  [...within(test)].some((each) => 'event' in each && each.span.start === span.start);
