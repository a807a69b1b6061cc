/** What flows through the graph around an ensemble, as far as it is followed. */
import type { Column, Feature, Step } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { contentOf, type TensorContent } from './content.js';
import type { OnnxNode, RawTensor } from './proto.js';
import { TYPE } from './proto.js';

/** Columns of records, each with the steps that were taken so far. */
export interface ColumnsValue {
  readonly kind: 'columns';
  readonly type: number;
  readonly features: readonly Feature[];
  /** What OneHotEncoder gives has three dimensions until it is reshaped: records x this many columns x categories. */
  readonly encoded?: number;
}

export interface ConstantValue {
  readonly kind: 'constant';
  readonly content: TensorContent;
}

/** What comes after the trees. */
export interface ScoresValue {
  readonly kind: 'scores';
  /** Name of the tensor that holds them. */
  readonly tensor: string;
  /** They are given out as a map (ZipMap), or one alone: a replay asks for `tensor` instead. */
  readonly given: 'tensor' | 'map' | 'part';
  /** They were divided by the number of trees. */
  readonly averaged?: boolean;
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
  [TYPE.int32, 'int32'],
  [TYPE.bool, 'bool'],
  [TYPE.string, 'string'],
]);
