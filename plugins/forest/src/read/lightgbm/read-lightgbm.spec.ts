import { describe, expect, it } from 'vitest';
import { evaluate } from '../../evaluate/index.js';
import type { Forest } from '../../model/index.js';
import { readModel } from '../index.js';

/** One tree of one test: 1 where it holds, else 2. `decision`: missing values in bits 2 and 3, the way of the default in bit 1. */
function stump(threshold: string, decision: number): Forest {
  const text = `tree
version=v4
num_class=1
num_tree_per_iteration=1
max_feature_idx=0
objective=regression
feature_names=x

Tree=0
num_leaves=2
num_cat=0
split_feature=0
threshold=${threshold}
decision_type=${decision}
left_child=-1
right_child=-2
leaf_value=1 2

end of trees
`;
  const read = readModel(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.forest;
}

const NEAR = Math.fround(1e-35);
const BEYOND = NEAR * (1 + 2 ** -52);
const [NONE, ZERO, NAN] = [0, 4, 8];
const LEFT = 2;

describe('tests of LightGBM', () => {
  // What lightgbm 4.7.0 answers: `predict` makes zero of what is no farther from it than float32(1e-35).
  it.each<readonly [string, number, number, 1 | 2]>([
    ['0', NONE, NEAR, 1],
    ['0', NONE, BEYOND, 2],
    ['0', NONE, -NEAR, 1],
    [String(NEAR), NONE, BEYOND, 2],
    [String(-NEAR), NONE, -NEAR, 2],
    [String(-NEAR), NONE, -BEYOND, 1],
    ['0.5', NONE, Number.NaN, 1],
    ['-0.5', NONE, Number.NaN, 2],
    ['-0.5', NAN + LEFT, Number.NaN, 1],
    ['0.5', NAN, Number.NaN, 2],
    ['0.5', ZERO, 0, 2],
    ['0.5', ZERO, -NEAR, 2],
    ['0.5', ZERO, BEYOND, 1],
    ['-0.5', ZERO + LEFT, Number.NaN, 1],
    ['inf', NONE, Number.POSITIVE_INFINITY, 1],
    ['inf', NAN, Number.NaN, 2],
  ])('x <= %s, decision %i, of %d', (threshold, decision, value, answer) => {
    expect([...evaluate(stump(threshold, decision), [value]).sums]).toEqual([answer]);
  });

  it('takes no threshold that is no number', () => {
    expect(() => stump('nan', NONE)).toThrow('forest_source_value');
  });
});
