/** Random ensembles as a file may say them: odd ones too, which the runtime takes or refuses. */
import * as fc from 'fast-check';
import { LEAF, TEST } from '../model/index.js';
import type { EnsembleSketch, TreeNodeSketch } from './onnx.js';

const THRESHOLDS = [0, -0, 0.5, 1, 2, 3, 31, 32, 33, 63, -1, 0.1, 1e-45, 2.5, Number.POSITIVE_INFINITY, Number.NaN];
const WEIGHTS = [0, 0.125, 0.25, 0.5, 0.1, 0.2, 0.3, 1 / 3, 0.7, 1e-8, 5];

interface Frame {
  readonly classifier: boolean;
  readonly labels: readonly (string | number)[];
  /** Which targets a leaf may vote for. */
  readonly among: readonly number[];
  /** Each leaf votes for all of these. */
  readonly every: boolean;
  readonly negative: boolean;
  readonly equalities: boolean;
}

const frames: fc.Arbitrary<Frame> = fc
  .record({
    classifier: fc.boolean(),
    labels: fc.constantFrom<readonly (string | number)[]>([0, 1], [5, 7], ['no', 'yes'], [3, 1, 2], ['a', 'b', 'c']),
    targets: fc.integer({ min: 1, max: 3 }),
    one: fc.constantFrom('all', 'all', 'first', 'second'),
    every: fc.constantFrom(true, true, true, false),
    negative: fc.boolean(),
    equalities: fc.boolean(),
  })
  .map(({ classifier, labels, targets, one, ...rest }) => {
    const names = classifier ? labels : Array.from({ length: targets }, (_, at) => at);
    const all = Array.from({ length: names.length }, (_, at) => at);
    return {
      classifier,
      labels: names,
      among: one === 'all' ? all : [Math.min(one === 'first' ? 0 : 1, names.length - 1)],
      ...rest,
    };
  });

/** A tree whose node k has its children behind it, and now and then shares one. */
function trees(tree: number, { among, every, negative, equalities }: Frame): fc.Arbitrary<readonly TreeNodeSketch[]> {
  const weight = fc
    .tuple(fc.constantFrom(...WEIGHTS), fc.boolean())
    .map(([size, minus]) => (negative && minus ? -size : size));
  const node = fc.record({
    leaf: fc.boolean(),
    kind: equalities
      ? fc.constantFrom<number>(TEST.eq, TEST.eq, TEST.eq, TEST.neq)
      : fc.constantFrom<number>(TEST.leq, TEST.lt, TEST.gte, TEST.gt, TEST.eq, TEST.neq),
    feature: fc.nat(equalities ? 0 : 1),
    threshold: fc.constantFrom(...THRESHOLDS),
    missingTrue: fc.boolean(),
    share: fc.nat(9),
    weights: fc.array(weight, { minLength: 3, maxLength: 3 }),
    voting: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });
  return fc.array(node, { minLength: 1, maxLength: 7 }).map((given) => {
    // Each inner node takes the next node for its false child, and for its true child a new leaf, or one that is there.
    const found: TreeNodeSketch[] = [];
    const leaves: number[] = [];
    const put = (sketch: Omit<TreeNodeSketch, 'tree' | 'id'>): number => {
      found.push({ tree, id: found.length, ...sketch });
      return found.length - 1;
    };
    const leaf = ({ weights, voting, threshold }: (typeof given)[number]): number => {
      const votes = among
        .filter((_, at) => every || voting[at] === true)
        .map((target, at) => [target, weights[at] ?? 0] as const);
      return put({
        kind: LEAF,
        feature: 0,
        threshold: Number.isFinite(threshold) ? threshold : 0,
        whenTrue: 0,
        whenFalse: 0,
        missingTrue: false,
        votes,
      });
    };
    const inner = given.filter((sketch) => !sketch.leaf);
    for (const { kind, feature, threshold, missingTrue } of inner)
      put({ kind, feature, threshold, missingTrue, whenTrue: 0, whenFalse: found.length + 1, votes: [] });
    for (const last of given.slice(0, 1)) leaves.push(leaf(last));
    for (const [at, split] of inner.entries()) {
      const shared = split.share < 4 && leaves.length > 1 ? leaves.at(-1) : undefined;
      if (shared === undefined) leaves.push(leaf(split));
      const whenTrue = shared ?? leaves.at(-1) ?? 0;
      found.splice(at, 1, ...found.slice(at, at + 1).map((sketch) => ({ ...sketch, whenTrue })));
    }
    return found;
  });
}

export const ensembles: fc.Arbitrary<EnsembleSketch> = frames.chain((frame) =>
  fc
    .record({
      trees: fc
        .integer({ min: 1, max: 4 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, tree) => trees(tree, frame)))),
      base: fc.constantFrom<readonly number[] | undefined>(
        undefined,
        undefined,
        [0.2],
        [-0.2],
        [0.1, 0.2],
        [-0.1, -0.4, 0.3],
        [0.25, 0.25, 0.25],
      ),
      post: fc.constantFrom('NONE', 'NONE', 'LOGISTIC', 'SOFTMAX', 'SOFTMAX_ZERO'),
      aggregate: fc.constantFrom(undefined, undefined, 'AVERAGE'),
      inputType: fc.constantFrom(1, 1, 1, 11, 7),
      doubles: fc.boolean(),
    })
    .map(({ trees: nodes, base, post, aggregate, inputType, doubles }) => ({
      classifier: frame.classifier,
      labels: frame.labels,
      nodes: nodes.flat(),
      ...(base && { base: base.slice(0, frame.labels.length) }),
      post,
      ...(aggregate !== undefined && !frame.classifier && { aggregate }),
      doubles: doubles && inputType === 11,
      inputType,
      columns: 2,
    })),
);
