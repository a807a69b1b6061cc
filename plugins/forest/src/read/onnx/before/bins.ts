/**
 * KBinsDiscretizer, as skl2onnx writes it: of a column whether it is below each edge, and behind these a 1; the number of the first 1 is
 * the bin. The 1 is made of the first column of all: times 0, and 1 more.
 */
import type { Feature, Step } from '../../../model/index.js';
import { attributeInt } from '../attributes.js';
import type { OnnxNode } from '../proto.js';
import { TYPE } from '../proto.js';
import { misused } from '../values.js';
import { type Before, onRecords } from './before.js';
import { mayBeMissing } from './steps.js';

/** A column compared with each of some numbers. */
export const below: Before = (node, value, inputs) => {
  onRecords(node, value);
  const [own, edges] = inputs;
  const [column, another] = value.features;
  if (own !== value || edges?.kind !== 'constant' || !('numbers' in edges.content))
    return misused(node, 'it does not compare a column with numbers');
  const { dims, numbers, type } = edges.content;
  if (column === undefined || another !== undefined || dims.length !== 1)
    return misused(node, 'it compares several columns');
  if (value.type !== TYPE.float || type !== TYPE.float) misused(node, `types ${value.type} and ${type}`);
  const features = Array.from(numbers, (threshold): Feature => {
    if (Number.isNaN(threshold)) misused(node, 'it does not compare with numbers');
    return { ...column, steps: [...column.steps, { kind: 'below', threshold }] };
  });
  return { ...value, type: TYPE.bool, features };
};

/** The number of the first of several truths about one column that holds. */
export const binNumber: Before = (node, value, _inputs, limit) => {
  onRecords(node, value);
  const [axis, keeps, last] = [['axis', 0] as const, ['keepdims', 1] as const, ['select_last_index', 0] as const].map(
    ([name, otherwise]) => attributeInt(node, name, otherwise),
  );
  if (axis !== 1 || keeps !== 1 || last !== 0) misused(node, 'it does not choose among columns');
  const truths = value.features.slice(0, -1);
  const [first] = truths;
  const one = value.features.at(-1);
  if (first === undefined || one === undefined || !isOne(one)) return misused(node, 'its input does not end in a 1');
  const before = first.steps.slice(
    0,
    first.steps.findIndex(({ kind }) => kind === 'below'),
  );
  const edges = truths.map((truth): number => {
    const [step, ...rest] = truth.steps.slice(before.length);
    const same =
      truth.column === first.column && JSON.stringify(truth.steps.slice(0, before.length)) === JSON.stringify(before);
    if (!same || step?.kind !== 'below' || !rest.every(isFloat))
      return misused(node, 'its input is not the bins of one column');
    return step.threshold;
  });
  if (edges.some((edge, at) => at > 0 && !(edge > (edges[at - 1] ?? edge)))) misused(node, 'the edges do not rise');
  // 0 times what is infinite or missing is no number, and then no 1 stands there.
  if (mayBeMissing(one)) limit(one.column, { missing: false });
  limit(one.column, { finite: true });
  const feature = { column: first.column, steps: [...before, { kind: 'bin', edges }] } satisfies Feature;
  return { ...value, type: TYPE.int64, features: [feature] };
};

const isFloat = (step: Step): boolean => step.kind === 'cast' && step.to === 'float32';
const isZero = (step: Step | undefined): boolean =>
  step?.kind === 'arithmetic' && step.operation === 'multiply' && step.by === 0 && step.wide !== true;

/** Whether a finite value of the column becomes 1: nothing before makes an infinite one of it. */
function isOne({ steps }: Feature): boolean {
  const [zero, add] = steps.slice(-2);
  const adds = add?.kind === 'arithmetic' && add.operation === 'add' && add.by === 1 && add.wide !== true;
  return adds && isZero(zero) && steps.slice(0, -2).every(({ kind }) => kind === 'impute');
}

/** What the trees compare holds nothing that was multiplied by 0: of an infinite value that is no number. */
export function mustFollow(node: OnnxNode, features: readonly Feature[]): void {
  if (features.some(({ steps }) => steps.some(isZero))) misused(node, 'a factor is 0');
}
