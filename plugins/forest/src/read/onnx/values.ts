/** What flows through the graph around an ensemble, as far as it is followed. */
import type { Column, Feature, Step } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { contentOf, type TensorContent } from './content.js';
import type { OnnxNode, RawTensor } from './proto.js';
import { TYPE } from './proto.js';

/** Columns of records, each with the steps that were taken so far. `rank` 3: what OneHotEncoder gives, until it is reshaped. */
export interface ColumnsValue {
  readonly kind: 'columns';
  readonly type: number;
  readonly features: readonly Feature[];
  readonly rank: 2 | 3;
}

export interface ConstantValue {
  readonly kind: 'constant';
  readonly content: TensorContent;
}

/** What comes after the trees. `ZipMap` makes a map of the scores, which a replay cannot ask for. */
export interface ScoresValue {
  readonly kind: 'scores';
  readonly zipped: boolean;
}

export interface LabelValue {
  readonly kind: 'label';
  /** By class: what the label is called here. */
  readonly names: readonly (string | number)[];
}

/** The number of the class whose score is the largest, by ArgMax. */
export interface ChosenValue {
  readonly kind: 'chosen';
}

export type GraphValue = ColumnsValue | ConstantValue | ScoresValue | LabelValue | ChosenValue;

export const constantOf = (tensor: RawTensor): ConstantValue => ({ kind: 'constant', content: contentOf(tensor) });

export const misused = (node: OnnxNode, why: string): never =>
  refuse('forest_operator_use', { operator: node.operator, why });

/** The same columns with one more step each, and of another type. */
export function stepped(
  value: ColumnsValue,
  step: (index: number) => Step | undefined,
  type: number = value.type,
): ColumnsValue {
  return {
    ...value,
    type,
    features: value.features.map((feature, index) => {
      const more = step(index);
      return more ? { ...feature, steps: [...feature.steps, more] } : feature;
    }),
  };
}

export const COLUMN_TYPES: ReadonlyMap<number, Column['type']> = new Map([
  [TYPE.float, 'float32'],
  [TYPE.double, 'float64'],
  [TYPE.int64, 'int64'],
  [TYPE.bool, 'bool'],
  [TYPE.string, 'string'],
]);
