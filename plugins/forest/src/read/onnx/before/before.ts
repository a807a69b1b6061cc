/** What an operator between the inputs and the trees is given and gives. */
import type { Taken } from '../../../model/index.js';
import { refuse } from '../../source/problems.js';
import type { OnnxNode } from '../proto.js';
import { type ColumnsValue, type GraphValue, misused } from '../values.js';

/** Says of a column of the model what the runtime takes there: with anything else the operator fails. */
export type Limit = (column: number, taken: Taken) => void;

/** `inputs`: everything that goes in, `value` among them. */
export type Before = (node: OnnxNode, value: ColumnsValue, inputs: readonly GraphValue[], limit: Limit) => ColumnsValue;

/** One number for every column, or one for all. */
export function perColumn(
  node: OnnxNode,
  list: ArrayLike<number>,
  width: number,
  what: string,
): (index: number) => number {
  if (list.length !== 1 && list.length !== width)
    refuse('forest_array_length', { array: what, found: list.length, expected: width });
  for (let at = 0; at < list.length; at++)
    if (!Number.isFinite(list[at])) refuse('forest_not_finite', { what: `${node.operator}: ${what}` });
  return (index) => list[list.length === 1 ? 0 : index] as number;
}

/** What is there must be records x columns: the operator has a number for each column. */
export const onRecords = (node: OnnxNode, { encoded }: ColumnsValue): void => {
  if (encoded !== undefined) misused(node, 'it is given three dimensions');
};
