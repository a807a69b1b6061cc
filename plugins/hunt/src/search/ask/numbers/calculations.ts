import { type CoreExpr, type CoreRule, placesRead, strictness, valuesRead, within } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf, leavesOf, slotsOf } from '../guards/tests.js';

/** A test of a rule that calculates. */
export interface Calculation {
  readonly rule: CoreRule;
  readonly test: CoreExpr;
}

const CALCULATES: ReadonlySet<CoreExpr['op']> = new Set(['add', 'sub', 'mul', 'total']);

/** Tests that calculate, of what stands directly in the call or around it, or in every item of a list. */
export function calculations(hunt: Hunt, rule: CoreRule, tool: string): readonly CoreExpr[] {
  const guard = hunt.guardOf(rule, tool);
  const isOne = (test: CoreExpr): boolean => {
    const parts = within(test);
    return parts.some(({ op }) => CALCULATES.has(op)) && parts.every((part) => part.op !== 'convert' && !mayLack(part));
  };
  return guard ? conjunctsOf(guard).filter(isOne) : [];
}

/** Whether it is a field that what it is a field of may be without. */
function mayLack(part: CoreExpr): boolean {
  if (part.op !== 'field') return false;
  const { operand, name } = part;
  return !(operand.op === 'item' && operand.type.kind === 'record' && operand.type.fields[name]?.required);
}

/** What a rule asks beside what it calculates: a label, a comparison of two currencies. That has a truth, and is not why it has none. */
const besides = (hunt: Hunt, rule: CoreRule, tool: string): readonly CoreExpr[] =>
  leavesOf(hunt.guardOf(rule, tool) ?? { op: 'const', value: true, type: { kind: 'bool' } }).filter(
    (leaf) => !within(leaf).some(({ op }) => CALCULATES.has(op)),
  );

/** That a test has no truth although all that it reads is there, and its rule decides as no rule that does not calculate would. */
export function withoutValue(
  hunt: Hunt,
  questions: CallQuestions,
  { rule, test }: Calculation,
  [alone, answer]: readonly [BoolTerm, AnswerTerms],
): BoolTerm {
  const { core } = hunt.policy;
  const { factory } = questions;
  return factory.and(
    questions.truth(core, test).undefined,
    alone,
    rule.effect === 'confirm' ? answer.confirm : answer.refuse,
    ...slotsOf(core, test).map(({ index }) => questions.truth(core, { op: 'has', slot: index }).holds),
    ...besides(hunt, rule, questions.tool).map((each) => factory.not(questions.truth(core, each).undefined)),
  );
}

/** Whether a call is decided by rules that calculate alone, all that this one reads being there, and still it has no truth. */
export function comesToNothing(
  hunt: Hunt,
  tool: string,
  { rule, test }: Calculation,
  rules: readonly CoreRule[],
  draft: Draft,
): boolean {
  const { core } = hunt.policy;
  const decision = hunt.decide(draft);
  const isAlone =
    decision?.slug === 'guard_undefined' &&
    decision.deciding.some((each) => each.rule === rule.id) &&
    decision.deciding.every((each) => rules.some(({ id }) => id === each.rule));
  const read = valuesRead(core, placesRead(core, [test]), draft.call, draft.context);
  const held = hunt.truthOf(test, draft);
  const isOwn = besides(hunt, rule, tool).every((each) => hunt.truthOf(each, draft) !== null);
  return isAlone && held === null && isOwn && read.every(({ cause }) => cause === null);
}

/** Whether a call is answered milder by some rules than without them. */
export const isOpened = (hunt: Hunt, rules: readonly CoreRule[], draft: Draft): boolean =>
  strictness[hunt.answerWithout(rules, draft)] > strictness[hunt.step(draft).answer];
