/** What a row looks at in an answer, and what it expects of that. */
import type { Expect, Output, Property } from '../table/index.js';
import { compares } from './conditions.js';
import { type Given, must } from './input.js';

/** A model, as answers are judged. */
export interface Answering {
  readonly regression: boolean;
  /** In what its sums and its scores are rounded. */
  readonly precision: { readonly sums: 'float32' | 'float64'; readonly scores: 'float32' | 'float64' };
}

const rounded = (value: number, precision: 'float32' | 'float64'): number =>
  precision === 'float32' ? Math.fround(value) : value;

/** The number that a row looks at: of bands that which they are cut on. */
export function numberAsked(output: Output, given: Given, { regression }: Answering): number {
  must(output.kind !== 'label', 'a label is no number');
  const number =
    output.kind === 'score'
      ? given.sums[output.index]
      : given.scores[output.kind === 'probability' ? output.index : regression ? 0 : 1];
  must(number !== undefined, 'the model gives no such number');
  return number;
}

const precisionOf = (output: Output, { precision }: Answering): 'float32' | 'float64' =>
  output.kind === 'score' ? precision.sums : precision.scores;

function bandOf(output: Extract<Output, { kind: 'bands' }>, given: Given, answering: Answering): string {
  const number = numberAsked(output, given, answering);
  const { precision } = answering;
  return output.bands.find(({ below }) => below === null || number < rounded(below, precision.scores))?.name ?? '';
}

/** Whether an answer is as a row expects of one input. */
export function isExpected(expect: Expect, output: Output, given: Given, answering: Answering): boolean {
  if (expect.kind === 'label') return (String(given.label) === expect.label) === (expect.op === '=');
  if (expect.kind === 'bound') {
    const limit = rounded(expect.value, precisionOf(output, answering));
    return compares(numberAsked(output, given, answering), expect.op, limit);
  }
  must(expect.kind === 'band' && output.kind === 'bands', `"${expect.kind}" is expected of no answer`);
  return (bandOf(output, given, answering) === expect.band) === (expect.op === '=');
}

/** Whether two answers are the same to a row: the label, or the band. */
export function isSameAnswer(
  output: Output,
  one: readonly [Given, Answering],
  other: readonly [Given, Answering],
): boolean {
  if (output.kind === 'bands') return bandOf(output, ...one) === bandOf(output, ...other);
  must(output.kind === 'label', 'a number is not the same or another answer');
  return one[0].label === other[0].label;
}

export const amountOf = ({ tolerance }: Pick<Property, 'tolerance'>): number | null =>
  tolerance !== null && 'amount' in tolerance ? tolerance.amount : null;
