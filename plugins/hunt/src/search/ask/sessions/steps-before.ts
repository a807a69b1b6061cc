import type { CoreExpr, CoreRule } from '@ostiary/policy';
import type { CallQuestions, Draft, Guarded } from '@ostiary/policy/symbolic';
import { byKey } from '../../fingerprint/rule-key.js';
import { conditionsOf, type PlacedCondition } from './conditions.js';
import { fieldsOf, isGrave } from '../calls/fields.js';
import type { Hunt } from '../hunt/hunt.js';
import { withoutEvents } from './sessions.js';

/** Whether the catalogue calls two tools names of one thing. */
const areAlias = (hunt: Hunt, one: string, other: string): boolean => {
  const group = hunt.entry(one)?.aliasGroup;
  return group !== undefined && group === hunt.entry(other)?.aliasGroup;
};

/** A tool of the class `check` that is about the same thing as one that cannot be undone. */
function checks(hunt: Hunt, check: string, tool: string): boolean {
  const classes = hunt.entry(check)?.classes ?? [];
  if (!classes.includes('check') || !isGrave(hunt, tool) || check === tool) return false;
  const ours = fieldsOf(hunt, tool);
  return Object.entries(fieldsOf(hunt, check)).some(
    ([name, { type, required }]) => required && type.kind === 'string' && ours[name]?.required === true,
  );
}

/** A step that should come before calls of a tool. */
export interface MissingStep {
  readonly tool: string;
  /** The tools whose calls are the step. */
  readonly before: readonly string[];
  /** The rule that asks for it; null where the catalogue has it. */
  readonly of: PlacedCondition | null;
}

/** The steps that rules ask for. */
export const stepsAskedFor = (hunt: Hunt): readonly PlacedCondition[] =>
  conditionsOf(hunt).filter(
    ({ role, rule, expr }) =>
      role === 'enables' && rule.effect !== 'refuse' && (expr.op === 'formerly' || expr.op === 'previous'),
  );

/**
 * Steps that no rule about a tool asks for: one that is asked for before calls of a tool that is the same under another name, and one
 * that the catalogue has to check such calls. @param asked those that rules ask for
 */
export function stepsMissing(hunt: Hunt, tool: string, asked: readonly PlacedCondition[]): readonly MissingStep[] {
  if (asked.some(({ tools }) => tools.includes(tool))) return [];
  const sibling = asked
    .filter(({ tools }) => tools.some((each) => areAlias(hunt, each, tool)))
    .toSorted((a, b) => byKey(hunt.policy.core)(a.rule, b.rule))[0];
  const check = hunt.tools.find((each) => checks(hunt, each, tool));
  return [
    ...(sibling ? [{ tool, before: sibling.expr.event.tools, of: sibling }] : []),
    ...(check !== undefined && !asked.some(({ expr }) => expr.event.tools.includes(check))
      ? [{ tool, before: [check], of: null }]
      : []),
  ];
}

/** The call with nothing before it. */
export const atStart = (draft: Draft): Draft => withoutEvents(draft, () => true);

/** The truth of a rule's guard where every condition on the history is true; null where the rule is not about the tool. */
export function truthOfRest(hunt: Hunt, questions: CallQuestions, rule: CoreRule): Guarded | null {
  const guard = hunt.guardOf(rule, questions.tool);
  return guard && questions.truth(hunt.policy.core, withoutHistory(guard));
}

/** A guard in which every condition on the history is true, as far as that makes it true. */
function withoutHistory(expr: CoreExpr): CoreExpr {
  if ('event' in expr) return { op: 'const', value: true, type: { kind: 'bool' } };
  return expr.op === 'and' || expr.op === 'or' ? { ...expr, operands: expr.operands.map(withoutHistory) } : expr;
}
