import type { CoreRule } from '@ostiary/policy';
import type { AnswerTerms, Draft } from '@ostiary/policy/symbolic';
import { type CallsAsked, findCalls } from './find-calls.js';
import type { Hunt } from '../hunt/hunt.js';

/** The calls whose rules count: the place of each among those that are asked about, and what is answered to it. */
type Counted = readonly (readonly [at: number, answer: AnswerTerms])[];

/**
 * The rules that decide some call by which a bug is shown, each of them by a call of its own: sat goal and F(i) and no stricter rule fires.
 *
 * INVARIANT: which call was found first has no say in it, so that a bug names the same rules however its policy is ordered and laid out.
 * Where a question was given up, a rule of which nothing more is known is left out.
 *
 * @param first calls that show it
 * @returns in the order of the policy
 */
export async function decidingRules(
  hunt: Hunt,
  asked: CallsAsked,
  answers: Counted,
  first: readonly Draft[],
): Promise<readonly CoreRule[]> {
  const { factory } = asked.questions;
  const found = new Set(decidersOf(hunt, first, answers));
  for (;;) {
    const left = answers.flatMap(([, answer]) =>
      answer.rules.filter(({ rule }) => !found.has(rule.id)).map((each) => answer.decidedBy(each)),
    );
    const more = (drafts: readonly Draft[]): readonly string[] =>
      decidersOf(hunt, drafts, answers).filter((id) => !found.has(id));
    const next = await findCalls(hunt, {
      ...asked,
      goal: factory.and(asked.goal, factory.or(...left)),
      shows: (decisions, drafts) => asked.shows(decisions, drafts) && more(drafts).length > 0,
    });
    if (next.kind !== 'shown') return hunt.policy.core.rules.filter(({ id }) => found.has(id));
    for (const id of more(next.drafts)) found.add(id);
  }
}

const decidersOf = (hunt: Hunt, drafts: readonly Draft[], answers: Counted): readonly string[] =>
  answers.flatMap(([at]) => {
    const draft = drafts[at];
    return (draft && hunt.decide(draft)?.deciding.map(({ rule }) => rule)) ?? [];
  });
