/** What onnxruntime makes of raw sums. All arithmetic is float32. Source: ml_common.h (ComputeLogistic, ComputeSoftmax, write_scores). */
import type { OneColumn, PostTransform } from '../model/index.js';
import { expf } from './exp.js';

const { fround } = Math;
/** Smaller ones count as zero in SOFTMAX_ZERO. */
const NEAR_ZERO = fround(0.000_000_1);

/** The logistic function, from the side where nothing is lost. */
export function logistic(value: number): number {
  const v = fround(1 / fround(1 + expf(-Math.abs(value))));
  return value < 0 ? fround(1 - v) : v;
}

function softmax(values: Float64Array): Float64Array {
  const top = largest(values);
  const powers = values.map((value) => expf(fround(value - top)));
  return shares(powers, powers);
}

/** As softmax, but what is zero stays zero. */
function softmaxZero(values: Float64Array): Float64Array {
  const top = largest(values);
  const least = expf(-top);
  const far = (value: number): boolean => value > NEAR_ZERO || value < -NEAR_ZERO;
  const powers = values.map((value) => (far(value) ? expf(fround(value - top)) : fround(value * least)));
  return shares(
    powers,
    powers.filter((_, index) => far(values[index] as number)),
  );
}

const largest = (values: Float64Array): number =>
  values.reduce((top, value) => (value > top ? value : top), -3.402_823_466_385_288_6e38);

function shares(powers: Float64Array, summed: Float64Array): Float64Array {
  const sum = summed.reduce((total, power) => fround(total + power), 0);
  return powers.map((power) => fround(power / sum));
}

export function transformed(values: Float64Array, post: PostTransform): Float64Array {
  switch (post) {
    case 'none': {
      return values;
    }
    case 'logistic': {
      return values.map((value) => logistic(fround(value)));
    }
    case 'softmax': {
      return softmax(values.map(fround));
    }
    case 'softmax_zero': {
      return softmaxZero(values.map(fround));
    }
  }
}

/** The two scores of a model of two classes and one sum. `wide`: the sum is of double precision. */
export function pairOf(sum: number, scores: OneColumn['scores'], post: PostTransform, wide: boolean): Float64Array {
  switch (scores) {
    case 'complement': {
      return Float64Array.of(wide ? 1 - sum : fround(1 - sum), sum);
    }
    case 'negated': {
      return transformed(Float64Array.of(-sum, sum), post);
    }
    case 'zero_first': {
      return transformed(Float64Array.of(0, sum), post);
    }
    case 'zero_second': {
      return transformed(Float64Array.of(sum, 0), post);
    }
    case 'logistic': {
      return Float64Array.of(logistic(fround(-sum)), logistic(fround(sum)));
    }
  }
}
