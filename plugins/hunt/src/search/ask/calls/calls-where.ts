import type { CoreExpr, CoreRule } from '@ostiary/policy';
import type { BoolTerm } from '@ostiary/policy/symbolic';
import type { AskedOfTool } from '../hunt/call-region.js';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf, spanOf } from '../guards/tests.js';

/** Where a condition on the call holds. */
export const holding =
  (hunt: Hunt, condition: CoreExpr) =>
  ({ questions }: AskedOfTool): BoolTerm =>
    questions.truth(hunt.policy.core, condition).holds;

/** Where a condition on the call does not hold, or has no truth. */
export const notHolding =
  (hunt: Hunt, condition: CoreExpr) =>
  (asked: AskedOfTool): BoolTerm =>
    asked.questions.factory.not(holding(hunt, condition)(asked));

/** Where all of these are so. */
export const allOf =
  (...parts: readonly ((asked: AskedOfTool) => BoolTerm)[]) =>
  (asked: AskedOfTool): BoolTerm =>
    asked.questions.factory.and(...parts.map((part) => part(asked)));

/** Where some of these is so. */
export const someOf =
  (...parts: readonly ((asked: AskedOfTool) => BoolTerm)[]) =>
  (asked: AskedOfTool): BoolTerm =>
    asked.questions.factory.or(...parts.map((part) => part(asked)));

/** Where a rule fires. */
export const firing =
  (rule: CoreRule) =>
  ({ questions, answer }: AskedOfTool): BoolTerm =>
    answer.rules.find((each) => each.rule === rule)?.fires ?? questions.factory.false;

/** Where no test of a rule keeps it from firing but for those that are left out. */
export const restOf =
  (hunt: Hunt, rule: CoreRule, isLeftOut: (test: CoreExpr) => boolean) =>
  ({ questions }: AskedOfTool): BoolTerm => {
    const guard = hunt.guardOf(rule, questions.tool);
    if (!guard) return questions.factory.false;
    const kept = conjunctsOf(guard).filter((test) => !isLeftOut(test));
    const fires = kept.map((test) => {
      const { holds, undefined: unknown } = questions.truth(hunt.policy.core, test);
      return rule.effect === 'allow' ? holds : questions.factory.or(holds, unknown);
    });
    return questions.factory.and(...fires);
  };

/** Whether two tests stand in one place of the text. */
export function isSamePlace(one: CoreExpr, other: CoreExpr): boolean {
  const [a, b] = [spanOf(one), spanOf(other)];
  return one === other || (!!a && !!b && a.start === b.start && a.end === b.end && one.op === other.op);
}
