import type { AnswerTerms, CallQuestions, VariedCall, Variation } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';

/** A call that varies the one that is asked about, and what it is answered. */
export interface AnsweredCall {
  readonly call: VariedCall;
  readonly answer: AnswerTerms;
}

/** The call that is asked about, changed in each of some ways. */
export function variedCalls<const Changes extends readonly Variation[]>(
  hunt: Hunt,
  questions: CallQuestions,
  ...changes: Changes
): { readonly [Way in keyof Changes]: AnsweredCall };
export function variedCalls(
  hunt: Hunt,
  questions: CallQuestions,
  ...changes: readonly Variation[]
): readonly AnsweredCall[] {
  const calls = changes.map((change) => questions.vary(change));
  return calls.map((call) => ({ call, answer: questions.answer(hunt.policy.core, call) }));
}
