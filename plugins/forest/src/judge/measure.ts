/** What a row looks at, as a function of one raw sum; and thresholds of it as thresholds of that sum. */
import type { CellForest } from '../cells/index.js';
import type { Form, Sum } from '../search/index.js';
import type { Output, Words } from '../table/index.js';
import { Unsupported } from './unsupported.js';

/** What raw sums come to, in the runtime. */
export interface Finished {
  readonly label: string | number | null;
  readonly scores: readonly number[];
}
/** The rules of one model, applied to its raw sums. */
export type Finish = (sums: Float64Array) => Finished;

/** A number that the runtime gives, as a function of one raw sum: never falling, or never rising. */
export interface Measure {
  readonly target: number;
  readonly rising: boolean;
  readonly of: (sum: number) => number;
  /** Whether differences of it are differences of sums. */
  readonly linear: boolean;
  /** What thresholds are rounded to before they are compared. */
  readonly precision: 'float32' | 'float64';
}

/**
 * @param finish of the same model
 * @throws Unsupported where the number depends on several sums
 */
export function measureOf(output: Output, forest: CellForest, finish: Finish): Measure {
  const { outcome, summation, targets } = forest;
  if (output.kind === 'label') throw new TypeError('a label is no number');
  if (output.kind === 'score')
    return {
      target: output.index,
      rising: true,
      of: (sum) => sum,
      linear: true,
      precision: summation.arithmetic,
    };
  // Bands are cut on what the score of a yes is: of two classes the second.
  const index = output.kind === 'probability' ? output.index : outcome.kind === 'regression' ? 0 : 1;
  const precision = summation.scores;
  if (outcome.kind === 'classes' && outcome.rule.kind === 'one_column') {
    const { scores } = outcome.rule;
    // A quotient of two rounded numbers rises and falls by its last digit while the sum rises.
    if (outcome.post === 'softmax' || outcome.post === 'softmax_zero') throw new Unsupported(SOFTMAX);
    // Votes for the first class alone, and a base value of each: the sum is the first score.
    const own = scores === 'zero_second' ? 0 : 1;
    const same = outcome.post === 'none' && index === own && scores !== 'logistic';
    return {
      target: 0,
      rising: index === own,
      of: (sum) => finish(Float64Array.of(sum)).scores[index] ?? Number.NaN,
      linear: same && (precision === 'float64' || summation.arithmetic === 'float32'),
      precision,
    };
  }
  if (output.kind === 'bands' && targets > 2)
    throw new Unsupported({
      en: 'Bands need a model with one score, and this model has several.',
      pt: 'As faixas precisam de um modelo com uma pontuação, e este tem várias.',
    });
  if (targets > 1 && (outcome.post === 'softmax' || outcome.post === 'softmax_zero')) throw new Unsupported(SOFTMAX);
  const target = Math.min(index, targets - 1);
  return {
    target,
    rising: true,
    of: (sum) => {
      const sums = new Float64Array(targets);
      sums[target] = sum;
      return finish(sums).scores[index] ?? Number.NaN;
    },
    linear: outcome.post === 'none' && (precision === 'float64' || summation.arithmetic === 'float32'),
    precision,
  };
}

const SOFTMAX: Words = {
  en: 'A softmax probability is not a rising function of one sum. Ask score[...] or label.',
  pt: 'Uma probabilidade de um softmax não é função crescente de uma soma. Pergunte score[...] ou label.',
};

/** A threshold in the precision of what it is compared with. */
const rounded = (value: number, { precision }: Pick<Measure, 'precision'>): number =>
  precision === 'float32' ? Math.fround(value) : value;

/** A form that holds just where a condition on the measure holds. The condition is of a threshold: it holds from some value on. */
export function formWhere(
  measure: Measure,
  arithmetic: 'float32' | 'float64',
  op: '>' | '>=' | '<' | '<=',
  bound: number,
  copy: Sum['copy'] = 0,
): Form {
  const limit = rounded(bound, measure);
  const upwards = op === '>' || op === '>=';
  const holds = (sum: number): boolean => {
    const value = measure.of(sum);
    return op === '>' ? value > limit : op === '>=' ? value >= limit : op === '<' ? value < limit : value <= limit;
  };
  // Holds from a sum on upwards, where the measure rises and is to be large, or falls and is to be small.
  const up = upwards === measure.rising;
  const first = up ? firstWhere(holds, arithmetic) : -firstWhere((sum) => holds(-sum), arithmetic);
  return {
    terms: [{ copy, target: measure.target, weight: up ? 1 : -1 }],
    relation: '>=',
    threshold: up ? first : -first,
  };
}

const view = new DataView(new ArrayBuffer(8));

/** Numbers of a precision in their order, by whole numbers. */
const ORDERS = {
  float32: {
    least: -0x7f800000,
    most: 0x7f800000,
    at: (place: number): number => {
      view.setInt32(0, Math.abs(place));
      return place < 0 ? -view.getFloat32(0) : view.getFloat32(0);
    },
  },
  float64: {
    least: -0x7ff0000000000000n,
    most: 0x7ff0000000000000n,
    at: (place: bigint): number => {
      view.setBigInt64(0, place < 0n ? -place : place);
      return place < 0n ? -view.getFloat64(0) : view.getFloat64(0);
    },
  },
} as const;

/** The least number of a precision for which a condition holds that holds for all larger ones; Infinity where it holds for none that is finite. */
function firstWhere(holds: (value: number) => boolean, precision: 'float32' | 'float64'): number {
  if (precision === 'float32') {
    const { least, most, at } = ORDERS.float32;
    let [low, high]: [number, number] = [least, most];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (holds(at(middle))) high = middle;
      else low = middle + 1;
    }
    return at(high);
  }
  const { least, most, at } = ORDERS.float64;
  let [low, high]: [bigint, bigint] = [least, most];
  while (low < high) {
    const sum = low + high;
    const middle = sum >> 1n;
    if (holds(at(middle))) high = middle;
    else low = middle + 1n;
  }
  return at(high);
}
