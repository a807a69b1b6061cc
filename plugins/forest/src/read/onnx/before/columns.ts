/** Operators that choose, join and lay out columns. */
import { refuse } from '../../source/problems.js';
import { attributeInt } from '../attributes.js';
import { TYPE } from '../proto.js';
import { type ColumnsValue, misused } from '../values.js';
import type { OnnxNode } from '../proto.js';
import type { Before } from './before.js';

/** Columns lie in the last dimension; its number, or -1. */
const onLast = (node: OnnxNode, { encoded }: ColumnsValue, axis: number): void => {
  if (axis !== -1 && axis !== (encoded === undefined ? 1 : 2)) misused(node, `its axis is ${axis}`);
};

/** What stands in the last dimension, for each place in those before it. */
function rowsOf({ features, encoded = 1 }: ColumnsValue): readonly ColumnsValue['features'][] {
  const width = features.length / encoded;
  return Array.from({ length: encoded }, (_, row) => features.slice(row * width, (row + 1) * width));
}

/** Columns by number: Gather over them, and ArrayFeatureExtractor. */
export const chosen: Before = (node, value, [, which]) => {
  if (node.operator === 'Gather') onLast(node, value, attributeInt(node, 'axis', 0));
  if (which?.kind !== 'constant' || !('numbers' in which.content) || which.content.type === TYPE.float)
    return misused(node, 'columns are not chosen by a constant');
  if (node.operator === 'Gather' && which.content.dims.length !== 1) misused(node, 'its indices are no list');
  const { numbers } = which.content;
  const features = rowsOf(value).flatMap((row) =>
    Array.from(numbers, (index) => {
      const found = row[index < 0 && node.operator === 'Gather' ? index + row.length : index];
      return found ?? refuse('forest_feature_range', { feature: index, width: row.length });
    }),
  );
  return { ...value, features };
};

/** Records x columns, of what has one open dimension. */
export const reshape: Before = (node, value, [, shape]) => {
  const dims = shape?.kind === 'constant' && 'numbers' in shape.content ? [...shape.content.numbers] : [];
  const width = value.features.length;
  // One open dimension, for the records; or the columns are what is left open behind records that are kept.
  const columns = dims.length === 2 && (dims[0] === -1 ? dims[1] === width : dims[0] === 0 && dims[1] === -1);
  if (!columns) misused(node, `the shape ${dims.join(' x ')} is not records x ${width}`);
  return { kind: 'columns', type: value.type, features: value.features };
};

export const concat: Before = (node, value, inputs) => {
  onLast(node, value, attributeInt(node, 'axis', 0));
  const parts = inputs.map((other) =>
    other.kind === 'columns' && other.type === value.type && other.encoded === value.encoded
      ? rowsOf(other)
      : misused(node, 'it does not join columns of one type'),
  );
  return { ...value, features: rowsOf(value).flatMap((_, row) => parts.flatMap((part) => part[row] ?? [])) };
};
