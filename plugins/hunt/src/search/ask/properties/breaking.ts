import { type CoreProperty, type CoreRule, variantFor } from '@ostiary/policy';
import { type BoolTerm, type Draft, StatementReplay } from '@ostiary/policy/symbolic';
import { decidingRules } from '../calls/deciding.js';
import type { CallsAsked } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';

/** The rules that decide some call of a tool which breaks a property, and for which no assumption is false. */
export async function breaking(
  hunt: Hunt,
  property: CoreProperty,
  tool: string,
  first: Draft,
): Promise<readonly CoreRule[]> {
  const { core } = hunt.policy;
  const questions = hunt.ownQuestions(tool);
  const { factory } = questions;
  const answer = questions.answer(core);
  const [own, ...assumed] = [property, ...core.assumptions].map(({ variants }) => {
    const guard = variantFor(variants, tool)?.guard;
    return guard && questions.truth(core, guard);
  });
  const isFalse = (of: typeof own): BoolTerm =>
    of ? factory.and(factory.not(of.holds), factory.not(of.undefined)) : factory.false;
  const broken = property.quantifier === 'never' ? (own?.holds ?? factory.false) : isFalse(own);
  const goal = factory.and(broken, ...assumed.map((each) => factory.not(isFalse(each))));
  const replay = new StatementReplay(hunt.policy, property);
  const shows: CallsAsked['shows'] = (_, [{ call, context }]) => replay.breaks(call, context);
  return decidingRules(hunt, { questions, goal, shows, at: { rules: [] } }, [[0, answer]], [first]);
}

/** The rules by which calls of some tools go through, by themselves or once a person agrees. */
export async function letting(hunt: Hunt, tools: readonly string[]): Promise<readonly CoreRule[]> {
  const found = new Set<CoreRule>();
  for (const tool of tools) {
    const { questions, answer } = hunt.about(tool);
    const goal = questions.factory.not(answer.refuse);
    const shows: CallsAsked['shows'] = ([decision]) => (decision?.answer ?? 'refuse') !== 'refuse';
    const asked: CallsAsked = { questions, goal, shows, at: { rules: [] } };
    for (const rule of await decidingRules(hunt, asked, [[0, answer]], [])) found.add(rule);
  }
  return hunt.policy.core.rules.filter((rule) => found.has(rule));
}
