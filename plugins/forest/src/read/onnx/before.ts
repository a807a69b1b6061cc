/** The operators between the inputs and the trees: each of their meanings as a step of one column. */
import type { Step } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { contentOf, floatOf, floatsOf, intOf, intsOf, stringsOf, tensorOf } from './content.js';
import { type OnnxNode, TYPE } from './proto.js';
import { type ColumnsValue, type ConstantValue, type GraphValue, misused, stepped } from './values.js';

type Before = (node: OnnxNode, value: ColumnsValue, others: readonly GraphValue[]) => ColumnsValue;

const attributeInt = (node: OnnxNode, name: string, otherwise: number): number => {
  const attribute = node.attributes.get(name);
  return attribute ? intOf(attribute) : otherwise;
};
const attributeInts = (node: OnnxNode, name: string): readonly number[] => {
  const attribute = node.attributes.get(name);
  return attribute ? [...intsOf(attribute)] : [];
};
const attributeFloats = (node: OnnxNode, name: string): Float32Array => {
  const attribute = node.attributes.get(name);
  return attribute ? floatsOf(attribute) : new Float32Array(0);
};
const attributeStrings = (node: OnnxNode, name: string): readonly string[] => {
  const attribute = node.attributes.get(name);
  return attribute ? stringsOf(attribute) : [];
};

/** Where columns lie: the last of two dimensions. */
const onColumns = (node: OnnxNode, axis: number): void => {
  if (axis !== 1 && axis !== -1) misused(node, `its axis is ${axis}`);
};

/** One number for every column, or one for all. */
function perColumn(node: OnnxNode, list: ArrayLike<number>, width: number, what: string): (index: number) => number {
  if (list.length !== 1 && list.length !== width)
    refuse('forest_array_length', { array: what, found: list.length, expected: width });
  for (let at = 0; at < list.length; at++)
    if (!Number.isFinite(list[at])) refuse('forest_not_finite', { what: `${node.operator}: ${what}` });
  return (index) => list[list.length === 1 ? 0 : index] as number;
}

const cast: Before = (node, value) => {
  const to = attributeInt(node, 'to', 0);
  const { type } = value;
  if (to === type) return value;
  if (type === TYPE.string) return misused(node, 'it casts texts');
  const floating = type === TYPE.float || type === TYPE.double;
  switch (to) {
    case TYPE.float: {
      return stepped(value, () => ({ kind: 'cast', to: 'float32' }), to);
    }
    case TYPE.double: {
      return { ...value, type: to };
    }
    case TYPE.int64: {
      return floating ? stepped(value, () => ({ kind: 'cast', to: 'int64' }), to) : { ...value, type: to };
    }
    default: {
      return misused(node, `it casts to type ${to}`);
    }
  }
};

const scaler: Before = (node, value) => {
  if (value.type !== TYPE.float && value.type !== TYPE.double) misused(node, `it is given type ${value.type}`);
  const width = value.features.length;
  const offset = perColumn(node, attributeFloats(node, 'offset'), width, 'offset');
  const scale = perColumn(node, attributeFloats(node, 'scale'), width, 'scale');
  const wide = value.type === TYPE.double;
  return stepped(
    value,
    (index) => {
      if (scale(index) === 0) misused(node, 'a scale is 0');
      return { kind: 'scale', offset: offset(index), scale: scale(index), ...(wide && { wide }) };
    },
    TYPE.float,
  );
};

const imputer: Before = (node, value) => {
  const width = value.features.length;
  const put = (list: ArrayLike<number>, replaced: number): ColumnsValue => {
    const by = perColumn(node, list, width, 'imputed_value');
    return stepped(value, (index): Step => ({ kind: 'impute', replaced, value: by(index) }));
  };
  const replaced = node.attributes.get('replaced_value_float');
  if (value.type === TYPE.float)
    return put(attributeFloats(node, 'imputed_value_floats'), replaced ? floatOf(replaced) : 0);
  if (value.type === TYPE.int64)
    return put(attributeInts(node, 'imputed_value_int64s'), attributeInt(node, 'replaced_value_int64', 0));
  return misused(node, `it is given type ${value.type}`);
};

const NUMBERS = 'expected numbers';

/** Arithmetic with a constant: one number for all columns, or one each. */
const arithmetic =
  (operation: (Step & { kind: 'arithmetic' })['operation']): Before =>
  (node, value, others) => {
    const constant = others.find((other): other is ConstantValue => other.kind === 'constant');
    if (others.length !== 2 || !constant || !('numbers' in constant.content)) return misused(node, NUMBERS);
    const turned = others[0] === constant;
    if (turned && (operation === 'subtract' || operation === 'divide')) misused(node, 'a constant stands first');
    if (constant.content.type !== value.type || (value.type !== TYPE.float && value.type !== TYPE.double))
      misused(node, `types ${value.type} and ${constant.content.type}`);
    const { dims, numbers } = constant.content;
    if (dims.slice(0, -1).some((dim) => dim !== 1) || dims.length > 2)
      misused(node, `a constant of ${dims.join(' x ')}`);
    const by = perColumn(node, numbers, value.features.length, 'the constant');
    return stepped(value, (index): Step => {
      if (by(index) === 0 && (operation === 'multiply' || operation === 'divide')) misused(node, 'a factor is 0');
      return { kind: 'arithmetic', operation, by: by(index), ...(value.type === TYPE.double && { wide: true }) };
    });
  };

/** Columns by number: Gather over them, and ArrayFeatureExtractor. */
const chosen: Before = (node, value, others) => {
  if (node.operator === 'Gather') onColumns(node, attributeInt(node, 'axis', 0));
  const [, which] = others;
  if (which?.kind !== 'constant' || !('numbers' in which.content) || which.content.type === TYPE.float)
    return misused(node, 'columns are not chosen by a constant');
  if (node.operator === 'Gather' && which.content.dims.length !== 1) misused(node, 'its indices are no list');
  const width = value.features.length;
  const features = [...which.content.numbers].map((index) => {
    const found = value.features[index < 0 && node.operator === 'Gather' ? index + width : index];
    return found ?? refuse('forest_feature_range', { feature: index, width });
  });
  return { ...value, features };
};

const reshape: Before = (node, value, others) => {
  const [, shape] = others;
  const dims = shape?.kind === 'constant' && 'numbers' in shape.content ? [...shape.content.numbers] : [];
  const width = value.features.length;
  // One open dimension, for the records; or the columns are what is left open behind records that are kept.
  const columns = dims.length === 2 && (dims[0] === -1 ? dims[1] === width : dims[0] === 0 && dims[1] === -1);
  if (!columns) misused(node, `the shape ${dims.join(' x ')} is not records x ${width}`);
  return { ...value, rank: 2 };
};

const labelEncoder: Before = (node, value) => {
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
  if (new Set(from).size !== from.length) misused(node, 'a key stands twice');
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

const oneHot: Before = (node, value) => {
  const [strings, ints] = [attributeStrings(node, 'cats_strings'), attributeInts(node, 'cats_int64s')];
  const categories: readonly (string | number)[] = strings.length > 0 ? strings : ints;
  if (attributeInt(node, 'zeros', 1) !== 1) misused(node, 'it fails on categories it does not know');
  if (value.type !== (strings.length > 0 ? TYPE.string : TYPE.int64)) misused(node, 'categories of another type');
  if (new Set(categories).size !== categories.length) misused(node, 'a category stands twice');
  return {
    kind: 'columns',
    type: TYPE.float,
    rank: 3,
    features: value.features.flatMap((feature) =>
      categories.map((category) => ({
        ...feature,
        steps: [...feature.steps, { kind: 'map', from: [category], to: [1], otherwise: 0 } satisfies Step],
      })),
    ),
  };
};

const concat: Before = (node, value, others) => {
  onColumns(node, attributeInt(node, 'axis', 0));
  const parts = others.map((other) => {
    if (other.kind !== 'columns' || other.type !== value.type || other.rank !== 2)
      return misused(node, 'it joins what are not columns of one type');
    return other.features;
  });
  return { ...value, features: parts.flat() };
};

/** By domain and operator. */
export const BEFORE: ReadonlyMap<string, Before> = new Map<string, Before>([
  ['Identity', (_, value) => value],
  ['Cast', cast],
  ['Concat', concat],
  ['Gather', chosen],
  ['Reshape', reshape],
  ['Add', arithmetic('add')],
  ['Sub', arithmetic('subtract')],
  ['Mul', arithmetic('multiply')],
  ['Div', arithmetic('divide')],
  ['ai.onnx.ml.ArrayFeatureExtractor', chosen],
  ['ai.onnx.ml.Imputer', imputer],
  ['ai.onnx.ml.LabelEncoder', labelEncoder],
  ['ai.onnx.ml.OneHotEncoder', oneHot],
  ['ai.onnx.ml.Scaler', scaler],
]);
