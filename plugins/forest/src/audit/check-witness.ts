import type { Property, RecordRow, Vocabulary } from '../table/index.js';
import { type AskedCase, checkBoxes as checkBoxesOf, checkWitness as check, type ToldBox } from '../witness/index.js';
import type { LoweredModel } from './model.js';
import type { CaseResult } from './result.js';

interface Models {
  readonly model: LoweredModel;
  readonly compare: LoweredModel | null;
  readonly vocabulary: Vocabulary;
}

/**
 * Holds what is told of a question against its row, by the checker that knows neither the search nor how questions are put.
 * @throws WitnessFalse
 */
export function checkWitness(
  { model, compare, vocabulary: { features } }: Models,
  { property, record }: { readonly property: Property; readonly record: RecordRow | null },
  result: CaseResult,
): void {
  const other = compare === null ? null : answering(compare);
  check({ property, features, record: record?.values ?? null, model: answering(model), compare: other }, result);
}

/**
 * Holds the boxes that are told around a record against what was asked, by the same checker.
 * @param close of how many boxes, the first, more than one corner is looked at
 * @throws WitnessFalse
 */
export function checkBoxes(
  { model, vocabulary: { features } }: Models,
  property: Property,
  { values }: RecordRow,
  boxes: Iterable<ToldBox>,
  close: number,
): void {
  checkBoxesOf({ property, features, record: values, model: answering(model) }, boxes, close);
}

const answering = ({ cells: { outcome, summation }, score }: LoweredModel): AskedCase['model'] => ({
  answer: score,
  regression: outcome.kind === 'regression',
  precision: { sums: summation.arithmetic, scores: summation.scores },
});
