/** The one ensemble of a graph, whichever operator it is: its trees, and what is made of their sums. */
import type { Outcome, PostTransform, Trees } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { layOut } from '../trees/lay-out.js';
import { postTransform, type Settled, settleClassifier, settleRegressor } from '../trees/outcome.js';
import { type EnsembleFrame, readClassifier, readRegressor } from './ensemble.js';
import { readEnsemble5 } from './ensemble-5.js';
import { type OnnxNode, TYPE } from './proto.js';
import { misused } from './values.js';

/** What an operator of trees says besides its trees. */
export interface Settling {
  readonly base: Float64Array;
  readonly aggregate: 'sum' | 'average';
  readonly settle: (trees: Trees) => Settled;
}

/**
 * Reads the one ensemble. `type`: that of its input; without it, it is not known yet.
 */
export function treesOf(node: OnnxNode, type?: number): { readonly frame: Settling; readonly trees: Trees } {
  const wide = type === TYPE.double;
  if (node.operator === 'TreeEnsemble') {
    const read = readEnsemble5(node);
    if (type !== undefined && type !== read.type) misused(node, 'thresholds and the input are of different types');
    const post = postTransform(read.post);
    const base = new Float64Array(read.targets);
    return {
      trees: read.trees,
      frame: {
        base,
        aggregate: aggregateOf(read.aggregate),
        settle: (trees) => ({ trees, targets: read.targets, base, outcome: regression(read.targets, post) }),
      },
    };
  }
  if (node.operator === 'TreeEnsembleRegressor') {
    const frame = readRegressor(node);
    checkDoubles(node, frame, type);
    const { targets } = frame.arrays;
    return {
      trees: layOut(frame.arrays, { single: targets === 1, wide }),
      frame: {
        base: frame.base,
        aggregate: aggregateOf(frame.aggregate),
        settle: (trees) => settleRegressor(trees, targets, frame.base, postTransform(frame.post)),
      },
    };
  }
  const frame = readClassifier(node);
  checkDoubles(node, frame, type);
  return {
    trees: layOut(frame.arrays, { single: false, wide }),
    frame: {
      base: frame.base,
      aggregate: aggregateOf(frame.aggregate, ['SUM']),
      settle: (trees) =>
        settleClassifier({
          trees,
          labels: frame.labels,
          base: frame.base,
          post: postTransform(frame.post),
          targets: frame.arrays.voteTargets,
          weights: frame.arrays.voteWeights,
        }),
    },
  };
}

/** With one target the runtime makes no transform. */
const regression = (targets: number, post: PostTransform): Outcome => ({
  kind: 'regression',
  post: targets === 1 ? 'none' : post,
});

function aggregateOf(aggregate: string, known: readonly string[] = ['SUM', 'AVERAGE']): 'sum' | 'average' {
  if (!known.includes(aggregate)) refuse('forest_aggregate', { aggregate });
  return aggregate === 'SUM' ? 'sum' : 'average';
}

/** The runtime takes tensors of double precision with inputs of double precision only. */
function checkDoubles(node: OnnxNode, { doubles }: EnsembleFrame, type: number | undefined): void {
  if (doubles && type !== undefined && type !== TYPE.double)
    misused(node, 'thresholds of double precision with an input of single precision');
}

/** Sums are finite, whatever the record. */
export function checkFinite(trees: Trees, base: Float64Array): void {
  let top = 0;
  for (const weight of trees.voteWeight) {
    if (!Number.isFinite(weight)) refuse('forest_not_finite', { what: 'a weight' });
    top = Math.max(top, Math.abs(weight));
  }
  for (const value of base) {
    if (!Number.isFinite(value)) refuse('forest_not_finite', { what: 'a base value' });
    top = Math.max(top, Math.abs(value));
  }
  if (top * (trees.roots.length + 2) > 1e38) refuse('forest_not_finite', { what: 'a sum of weights' });
}
