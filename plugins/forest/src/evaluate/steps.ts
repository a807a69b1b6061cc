/** From the value of a column to what the trees compare, step by step as the operators of the graph do it. */
import type { Feature, Step } from '../model/index.js';

const { fround } = Math;

/** The value of a record in one column. A missing value is NaN; a text that no step knows is any other text. */
export type Value = number | string;

export function applyStep(step: Step, value: Value): number {
  if (step.kind === 'map') {
    const found = step.from.findIndex((from) => from === value || (Number.isNaN(from) && Number.isNaN(value)));
    return found === -1 ? step.otherwise : (step.to[found] as number);
  }
  if (typeof value === 'string') throw new TypeError(`${step.kind} of a text`);
  switch (step.kind) {
    case 'scale': {
      return step.wide ? fround((value - step.offset) * step.scale) : fround(fround(value - step.offset) * step.scale);
    }
    case 'arithmetic': {
      const exact = ARITHMETIC[step.operation](value, step.by);
      return step.wide ? exact : fround(exact);
    }
    case 'function': {
      const exact = FUNCTIONS[step.name](value);
      return step.wide ? exact : fround(exact);
    }
    case 'impute': {
      return value === step.replaced || (Number.isNaN(step.replaced) && Number.isNaN(value)) ? step.value : value;
    }
    case 'clip': {
      return Number.isNaN(value) ? value : Math.min(Math.max(value, step.low), step.high);
    }
    case 'below': {
      return value < step.threshold ? 1 : 0;
    }
    case 'bin': {
      const found = step.edges.findIndex((edge) => value < edge);
      return found === -1 ? step.edges.length : found;
    }
    case 'binarize': {
      return value > step.threshold ? 1 : 0;
    }
    case 'cast': {
      if (step.to === 'int64') return Math.abs(value) < 2 ** 63 ? Math.trunc(value) + 0 : -(2 ** 63);
      return step.to === 'float32' ? fround(value) : value;
    }
  }
}

const ARITHMETIC: Readonly<Record<(Step & { kind: 'arithmetic' })['operation'], (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
};

/** Each is rounded once: the root of a float32 in double precision has digits enough that rounding it again is as rounding once. */
const FUNCTIONS: Readonly<Record<(Step & { kind: 'function' })['name'], (value: number) => number>> = {
  negative: (value) => -value,
  absolute: Math.abs,
  root: Math.sqrt,
  floor: Math.floor,
  ceiling: Math.ceil,
};

/** What the trees compare, of a value of the feature's column. */
export function featureOf({ steps }: Feature, value: Value): number {
  let found = value;
  for (const step of steps) found = applyStep(step, found);
  if (typeof found === 'string') throw new TypeError('the trees compare a text');
  return found;
}
