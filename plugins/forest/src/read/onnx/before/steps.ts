/** Operators that take one step with each column, in the arithmetic of its type. */
import type { Feature, Step, StepFunction } from '../../../model/index.js';
import { attributeFloats, attributeInt, attributeInts } from '../attributes.js';
import { floatOf } from '../content.js';
import { TYPE } from '../proto.js';
import { type ColumnsValue, type ConstantValue, misused, stepped } from '../values.js';
import { type Before, onRecords, perColumn } from './before.js';

const isWhole = (type: number): boolean => type === TYPE.int64 || type === TYPE.int32;

export const cast: Before = (node, value) => {
  const to = attributeInt(node, 'to', 0);
  const { type } = value;
  if (to === type) return value;
  if (type === TYPE.string) return misused(node, 'it casts texts');
  const floating = type === TYPE.float || type === TYPE.double;
  if (type === TYPE.bool && to !== TYPE.float) misused(node, `it casts truths to type ${to}`);
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

export const scaler: Before = (node, value) => {
  const { type } = value;
  if (type !== TYPE.float && type !== TYPE.double && !isWhole(type)) misused(node, `it is given type ${type}`);
  onRecords(node, value);
  const width = value.features.length;
  const offset = perColumn(node, attributeFloats(node, 'offset'), width, 'offset');
  const scale = perColumn(node, attributeFloats(node, 'scale'), width, 'scale');
  const wide = type === TYPE.double;
  // Whole numbers become float32 first.
  const floats = isWhole(type) ? stepped(value, () => ({ kind: 'cast', to: 'float32' })) : value;
  return stepped(
    floats,
    (index) => {
      if (scale(index) === 0) misused(node, 'a scale is 0');
      return { kind: 'scale', offset: offset(index), scale: scale(index), ...(wide && { wide }) };
    },
    TYPE.float,
  );
};

export const imputer: Before = (node, value) => {
  onRecords(node, value);
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

/** Arithmetic with a constant: one number for all columns, or one each. */
export const arithmetic =
  (operation: (Step & { kind: 'arithmetic' })['operation']): Before =>
  (node, value, inputs) => {
    const constant = inputs.find((other): other is ConstantValue => other.kind === 'constant');
    if (inputs.length !== 2 || !constant || !('numbers' in constant.content)) return misused(node, 'expected numbers');
    const turned = inputs[0] === constant;
    if (turned && (operation === 'subtract' || operation === 'divide')) misused(node, 'a constant comes first');
    if (constant.content.type !== value.type || (value.type !== TYPE.float && value.type !== TYPE.double))
      misused(node, `types ${value.type} and ${constant.content.type}`);
    const { dims, numbers } = constant.content;
    if (dims.slice(0, -1).some((dim) => dim !== 1) || dims.length > 2)
      misused(node, `a constant of ${dims.join(' x ')}`);
    const by = perColumn(node, numbers, value.features.length, 'the constant');
    return stepped(value, (index): Step => {
      // In floats 0 is a factor that ArgMax reads, and nothing else: see `mustFollow`.
      const isRead = operation === 'multiply' && value.type === TYPE.float;
      if (by(index) === 0 && !isRead && (operation === 'multiply' || operation === 'divide'))
        misused(node, 'a factor is 0');
      return { kind: 'arithmetic', operation, by: by(index), ...(value.type === TYPE.double && { wide: true }) };
    });
  };

/** A function of each column that every processor rounds alike. */
export const unary =
  (name: StepFunction): Before =>
  (node, value) => {
    const { type } = value;
    if (type !== TYPE.float && type !== TYPE.double) misused(node, `it is given type ${type}`);
    return stepped(value, (): Step => ({ kind: 'function', name, ...(type === TYPE.double && { wide: true }) }));
  };

/** Two bounds; a missing value stays missing. */
export const clip: Before = (node, value, inputs) => {
  if (node.inputs.includes('') || inputs.length !== 3) misused(node, 'it needs two bounds');
  const [low, high] = inputs.slice(1).map((bound): number => {
    const single = bound.kind === 'constant' && 'numbers' in bound.content && bound.content.numbers.length === 1;
    if (!single || bound.content.type !== value.type) return misused(node, 'a bound is not a constant of its type');
    return (bound.content as { readonly numbers: Float64Array }).numbers[0] as number;
  }) as [number, number];
  if (value.type !== TYPE.float && value.type !== TYPE.double) misused(node, `it is given type ${value.type}`);
  if (!(low <= high)) misused(node, 'its bounds are crossed');
  return stepped(value, (): Step => ({ kind: 'clip', low, high }));
};

/** 1 above a threshold, 0 up to it. The runtime fails on a missing value. */
export const binarizer: Before = (node, value, _inputs, limit) => {
  if (value.type !== TYPE.float) misused(node, `it is given type ${value.type}`);
  const threshold = node.attributes.get('threshold');
  if (value.features.some(({ steps }) => steps.some((step) => step.kind === 'function' && step.name === 'root')))
    misused(node, 'it fails on the root of a negative number');
  for (const feature of value.features) if (mayBeMissing(feature)) limit(feature.column, { missing: false });
  return stepped(value, (): Step => ({ kind: 'binarize', threshold: threshold ? floatOf(threshold) : 0 }));
};

export const mayBeMissing = ({ steps }: Feature): boolean =>
  !steps.some(
    (step) =>
      step.kind === 'map' ||
      (step.kind === 'impute' && Number.isNaN(step.replaced)) ||
      (step.kind === 'cast' && step.to === 'int64'),
  );
