/** Whether the runtime gives, bit by bit, what a witness says. */
import type { ShownInput } from '../audit/index.js';
import type { Replayed, ReplayFailed, RuntimeOutput } from './protocol.js';

/** The runtime does not give what our reading of the model gives: an error of ours, and never a finding. */
export class ReplayMismatch extends Error {
  constructor(input: ShownInput, ours: readonly number[], answer: Replayed | ReplayFailed) {
    const told = {
      input: input.values.map(({ bits, value }) => bits ?? value),
      ours: [input.label, input.score_bits, ours],
      runtime: 'failed' in answer ? answer.failed : answer.alone,
    };
    super(`the runtime disagrees about an input: ${JSON.stringify(told)}`);
    this.name = 'ReplayMismatch';
  }
}

/** @throws ReplayMismatch when the runtime, alone and with one thread, gives another label or other bits of the scores than ours */
export function checkServed(input: ShownInput, replayed: Replayed): void {
  const { label, scores } = replayed.alone;
  // A model may give no scores, or no label; what it gives has to agree.
  const labels = label === null || input.label === null || label === input.label;
  if (!labels || (scores.length > 0 && !sameNumbers(scores, input.scores)))
    throw new ReplayMismatch(input, input.scores, replayed);
}

/** @throws ReplayMismatch when the runtime adds up to other bits than ours */
export function checkSums(input: ShownInput, sums: readonly number[], replayed: Replayed): void {
  if (!sameNumbers(replayed.alone.scores, sums)) throw new ReplayMismatch(input, sums, replayed);
}

/** Whether two outputs have the same bits of all scores. */
export const sameScores = (one: RuntimeOutput, other: RuntimeOutput): boolean => sameNumbers(one.scores, other.scores);

const sameNumbers = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length &&
  one.every((score, at) => Object.is(score, other[at]) || (score === 0 && other[at] === 0));
