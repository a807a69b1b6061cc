/** Whether other orders of additions give another answer to a row. */
import type { Replay, ShownInput } from '../audit/index.js';
import type { Forest } from '../model/index.js';
import type { Property } from '../table/index.js';
import { sameScores } from './check.js';
import type { Replayed, RuntimeOutput } from './protocol.js';

/** A row, and the inputs that show what came of it. */
export interface AskedRow {
  readonly property: Pick<Property, 'kind' | 'output' | 'expect' | 'tolerance'>;
  readonly forest: Pick<Forest, 'outcome' | 'summation'>;
  /** The record that the row is asked of. */
  readonly from: Pick<ShownInput, 'scores'> | null;
}

/** What was replayed of the inputs of a row whose model was served: each with the same number of other orders. */
export function compareOrders(
  row: AskedRow,
  inputs: readonly Replayed[],
): Exclude<Replay, 'not_replayed' | 'same_sums'> {
  const alone = inputs.map((input) => input.alone);
  const orders = (inputs[0]?.others ?? []).map((_, way) =>
    inputs.map(({ alone: first, others }) => others[way] ?? first),
  );
  const answer = answerOf(row, alone);
  if (orders.some((outputs) => answerOf(row, outputs) !== answer)) return 'numeric_tie';
  const same = orders.every((outputs) =>
    outputs.every((output, at) => sameScores(output, alone[at] ?? { label: null, scores: [] })),
  );
  return same ? 'same' : 'same_label';
}

/** All that the answer to a row depends on: labels, bands, and on which side of its limit the number lies that it is about. */
function answerOf(row: AskedRow, outputs: readonly RuntimeOutput[]): string {
  const labels = outputs.map(({ label }) => label);
  const numbers = outputs.map((output) => numberOf(row, output));
  return JSON.stringify([labels, numbers.every((number) => number !== undefined) ? sidesOf(row, numbers) : []]);
}

/** The number that a row is about; undefined where it is about none, or the runtime does not give it. */
function numberOf({ property: { output }, forest }: AskedRow, { scores }: RuntimeOutput): number | undefined {
  const { outcome } = forest;
  if (output.kind === 'label') return undefined;
  if (output.kind === 'probability') return scores[output.index];
  if (output.kind === 'bands') return scores[scores.length === 1 ? 0 : 1];
  if (outcome.post !== 'none') return undefined;
  // Two classes and one sum: the second score is that sum.
  return scores[outcome.kind === 'classes' && outcome.rule.kind === 'one_column' ? 1 : output.index];
}

function sidesOf({ property, forest, from }: AskedRow, numbers: readonly number[]): readonly number[] {
  const { kind, output, expect, tolerance } = property;
  const round = forest.summation.scores === 'float32' ? Math.fround : (value: number): number => value;
  if (output.kind === 'bands')
    return numbers.map((number) => output.bands.findIndex(({ below }) => below === null || number < round(below)));
  const [one = 0, other = 0] = numbers;
  const limit = limitOf(expect, tolerance);
  if (numbers.length === 2 && kind !== 'range')
    return [limit === undefined ? Math.sign(one - other) : Math.sign(Math.abs(one - other) - limit)];
  if (limit === undefined) return [];
  if (tolerance !== null && from !== null) {
    const before = numberOf({ property, forest, from }, { label: null, scores: from.scores }) ?? 0;
    return numbers.map((number) => Math.sign(Math.abs(number - before) - limit));
  }
  return numbers.map((number) => Math.sign(number - round(limit)));
}

function limitOf(expect: Property['expect'], tolerance: Property['tolerance']): number | undefined {
  if (expect !== null && (expect.kind === 'bound' || expect.kind === 'gap')) return expect.value;
  return tolerance !== null && 'amount' in tolerance ? tolerance.amount : undefined;
}
