import type { CoreRule } from '@ostiary/policy';
import type { AnswerTerms, BoolTerm, CallQuestions, Draft, VariedCall } from '@ostiary/policy/symbolic';
import type { Hunt } from './hunt.js';

/** Calls that show a bug, and those of them whose rules the bug is about. */
interface Shown {
  readonly questions: CallQuestions;
  readonly goal: BoolTerm;
  readonly varied?: readonly VariedCall[];
  /** Whether the bug is shown by the call and by those that vary it, in that order. */
  readonly shows: (drafts: readonly Draft[]) => boolean;
  /** For each call whose rules count its place in that order, and what is answered to it. */
  readonly answers: readonly (readonly [at: number, answer: AnswerTerms])[];
}

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
  { questions, goal, varied = [], shows, answers }: Shown,
  first: readonly Draft[],
): Promise<readonly CoreRule[]> {
  const { factory } = questions;
  const found = new Set(decidersOf(hunt, first, answers));
  for (;;) {
    const left = answers.flatMap(([, answer]) =>
      answer.rules.filter(({ rule }) => !found.has(rule.id)).map((each) => answer.decidedBy(each)),
    );
    const more = (drafts: readonly Draft[]): readonly string[] =>
      decidersOf(hunt, drafts, answers).filter((id) => !found.has(id));
    const next = await questions.find(
      factory.and(goal, factory.or(...left)),
      (drafts) => shows(drafts) && more(drafts).length > 0,
      varied,
    );
    if (next.kind !== 'found') return hunt.policy.core.rules.filter(({ id }) => found.has(id));
    for (const id of more(next.drafts)) found.add(id);
  }
}

const decidersOf = (hunt: Hunt, drafts: readonly Draft[], answers: Shown['answers']): readonly string[] =>
  answers.flatMap(([at]) => {
    const draft = drafts[at];
    return (draft && hunt.decide(draft)?.deciding.map(({ rule }) => rule)) ?? [];
  });
