import { type CoreExpr, type CoreRule, within } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import type { Decisions } from './find-calls.js';
import type { Hunt } from '../hunt/hunt.js';

/** Calls decided by no rule that ties a number of theirs to one value: such a rule says nothing about bounds. */
export class Untied {
  private readonly tied: readonly CoreRule[];

  constructor(hunt: Hunt, tool: string, name: string) {
    this.tied = hunt.rulesOf(tool).filter((rule) => isTied(hunt, rule, tool, name));
  }

  /** That no such rule fires, of some calls. */
  terms({ factory }: CallQuestions, answers: readonly AnswerTerms[]): readonly BoolTerm[] {
    return answers.flatMap(({ rules }) =>
      rules.filter(({ rule }) => this.tied.includes(rule)).map(({ fires }) => factory.not(fires)),
    );
  }

  /** Whether no such rule is among those that decide. */
  has(decision: Decisions[number] | undefined): boolean {
    return !decision?.deciding.some(({ rule }) => this.tied.some(({ id }) => id === rule));
  }
}

/** Whether a rule ties the number to one value: of a constant, of another attribute, or of an earlier call. */
function isTied(hunt: Hunt, rule: CoreRule, tool: string, name: string): boolean {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  if (!guard) return false;
  const reads = (expr: CoreExpr): boolean =>
    within(expr).some((each) => each.op === 'read' && core.slots[each.slot]?.path[0] === name);
  return within(guard).some(
    (expr) =>
      (expr.op === 'compare' && (expr.cmp === '==' || expr.cmp === '!=') && reads(expr)) ||
      (expr.op === 'member' && reads(expr)) ||
      ('event' in expr && expr.event.fields.some(({ value }) => value !== null && reads(value))),
  );
}
