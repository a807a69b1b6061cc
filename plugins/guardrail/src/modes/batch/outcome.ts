import type { AnswerSlug, FiredRule } from '@ostiary/policy';
import type { AnswerName } from '@ostiary/guard/request';

/** What became of one row. `slug` is `row_invalid` when it could not be read, else that of its answer. */
export interface Outcome {
  readonly row: number;
  readonly customId: string | null;
  readonly tool: string | null;
  readonly answer: AnswerName | null;
  readonly slug: AnswerSlug | 'row_invalid';
  /** In policy order. */
  readonly deciding: readonly FiredRule[];
  /** Into the arguments, or into the row when it could not be read. */
  readonly pointer: string | null;
  readonly detail: string | null;
  readonly expected: AnswerName | null;
}

/** Whether the answer is the expected one; null when none is expected. */
export function isMatch(outcome: Outcome): boolean | null {
  return outcome.expected === null ? null : outcome.expected === outcome.answer;
}
