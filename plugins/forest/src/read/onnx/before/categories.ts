/** Operators that look values up in a list. */
import type { Step } from '../../../model/index.js';
import { refuse } from '../../source/problems.js';
import { attributeFloats, attributeInt, attributeInts, attributeStrings } from '../attributes.js';
import { contentOf, floatOf, intOf, tensorOf } from '../content.js';
import { TYPE } from '../proto.js';
import { misused, stepped } from '../values.js';
import { type Before, onRecords } from './before.js';

export const labelEncoder: Before = (node, value) => {
  const keys = ['keys_strings', 'keys_int64s', 'keys_floats', 'keys_tensor'].filter((name) =>
    node.attributes.has(name),
  );
  const values = ['values_strings', 'values_int64s', 'values_floats', 'values_tensor'].filter((name) =>
    node.attributes.has(name),
  );
  const [key, to] = [keys[0], values[0]];
  if (keys.length !== 1 || values.length !== 1 || !key || !to) return misused(node, 'keys or values are not said once');
  const list = (name: string): readonly (string | number)[] => {
    if (name.endsWith('_strings')) return attributeStrings(node, name);
    if (name.endsWith('_int64s')) return attributeInts(node, name);
    if (name.endsWith('_floats')) return [...attributeFloats(node, name)];
    const attribute = node.attributes.get(name);
    const content = attribute && contentOf(tensorOf(attribute));
    return content ? ('numbers' in content ? [...content.numbers] : content.strings) : [];
  };
  const [from, into] = [list(key), list(to)];
  if (from.length !== into.length)
    refuse('forest_array_length', { array: to, found: into.length, expected: from.length });
  if (into.some((put) => typeof put === 'string')) misused(node, 'columns become texts');
  if (from.some((put) => typeof put === 'string') !== (value.type === TYPE.string))
    misused(node, 'keys of another type');
  if (into.some(Number.isNaN) || from.some(Number.isNaN)) misused(node, 'a key or a value is NaN');
  if (new Set(from).size !== from.length) misused(node, 'a key appears twice');
  const ints = to === 'values_int64s';
  const fallback = node.attributes.get(ints ? 'default_int64' : 'default_float');
  if (to === 'values_tensor' || key === 'keys_tensor') misused(node, 'keys or values are a tensor');
  const otherwise = fallback ? (ints ? intOf(fallback) : floatOf(fallback)) : ints ? -1 : -0;
  return stepped(
    value,
    (): Step => ({ kind: 'map', from, to: into as readonly number[], otherwise }),
    ints ? TYPE.int64 : TYPE.float,
  );
};

/** A column of zeros and ones for each category. Without `zeros` the runtime fails on a value that is none of them. */
export const oneHot: Before = (node, value, _inputs, limit) => {
  const [strings, ints] = [attributeStrings(node, 'cats_strings'), attributeInts(node, 'cats_int64s')];
  const categories: readonly (string | number)[] = strings.length > 0 ? strings : ints;
  if (value.type !== (strings.length > 0 ? TYPE.string : TYPE.int64)) misused(node, 'categories of another type');
  if (new Set(categories).size !== categories.length) misused(node, 'a category appears twice');
  onRecords(node, value);
  const strict = attributeInt(node, 'zeros', 1) !== 1;
  return {
    kind: 'columns',
    type: TYPE.float,
    encoded: value.features.length,
    features: value.features.flatMap(({ column, steps }) => {
      if (strict && steps.length > 0) misused(node, 'it fails on unknown categories, in a column with steps before it');
      if (strict) limit(column, { values: categories });
      return categories.map((category) => ({
        column,
        steps: [...steps, { kind: 'map', from: [category], to: [1], otherwise: 0 } satisfies Step],
      }));
    }),
  };
};
