/**
 * How onnxruntime 1.30 makes scores and a label of the sums of a TreeEnsembleClassifier. Its rules depend on which classes leaves vote
 * for, on the sign of the weights, on how many base values there are; docs/forest/onnx.md has them in a table. Source:
 * tree_ensemble_aggregator.h, ml_common.h, and what each combination was seen to answer.
 */
import { LEAF, type OneColumn, type Outcome, type PostTransform, type Trees } from '../../model/index.js';
import { refuse } from '../source/problems.js';

export interface Settled {
  readonly trees: Trees;
  readonly targets: number;
  /** What is added to the sum of each target after the last tree. */
  readonly base: Float64Array;
  readonly outcome: Outcome;
}

export const postTransform = (name: string): PostTransform => {
  const known: Readonly<Record<string, PostTransform>> = {
    NONE: 'none',
    LOGISTIC: 'logistic',
    SOFTMAX: 'softmax',
    SOFTMAX_ZERO: 'softmax_zero',
  };
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  return found ?? refuse('forest_post_transform', { post: name });
};

/** Whether a class gets a vote: never, on every record, or on some. */
type Presence = 'never' | 'always' | 'sometimes';

/** Leaves that can be reached, by tree. */
function eachLeaf(trees: Trees, root: number, seen: Uint8Array, take: (leaf: number) => void): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen[node] === 1) continue;
    seen[node] = 1;
    if (trees.kind[node] === LEAF) take(node);
    else open.push(trees.whenTrue[node] as number, trees.whenFalse[node] as number);
  }
}

interface Voting {
  readonly presence: readonly Presence[];
  /** A tree gives every record a vote above zero, whatever its class. */
  readonly positive: boolean;
}

function votingOf(trees: Trees, targets: number): Voting {
  const [some, all] = [new Uint8Array(targets), new Uint8Array(targets)];
  let positive = false;
  const seen = new Uint8Array(trees.kind.length);
  for (const root of trees.roots) {
    if (seen[root] === 1) continue;
    let leaves = 0;
    let positiveLeaves = 0;
    const counts = new Int32Array(targets);
    eachLeaf(trees, root, seen, (leaf) => {
      leaves++;
      let above = false;
      for (let vote = trees.voteStart[leaf] as number; vote < (trees.voteStart[leaf + 1] as number); vote++) {
        counts[trees.voteTarget[vote] as number]!++;
        above ||= (trees.voteWeight[vote] as number) > 0;
      }
      if (above) positiveLeaves++;
    });
    if (positiveLeaves === leaves) positive = true;
    for (const [target, count] of counts.entries()) {
      if (count > 0) some[target] = 1;
      if (count === leaves) all[target] = 1;
    }
  }
  const presence = Array.from({ length: targets }, (_, target): Presence =>
    all[target] === 1 ? 'always' : some[target] === 1 ? 'sometimes' : 'never',
  );
  return { presence, positive };
}

export interface ClassifierSums {
  readonly trees: Trees;
  readonly labels: readonly (string | number)[];
  readonly base: Float64Array;
  readonly post: PostTransform;
  /** All votes of the file, those of no leaf included: the runtime looks at these. */
  readonly targets: Int32Array;
  readonly weights: Float64Array;
}

export function settleClassifier(sums: ClassifierSums): Settled {
  return sums.labels.length === 2 ? settleBinary(sums) : settleMany(sums);
}

function settleMany({ trees, labels, base, post, weights }: ClassifierSums): Settled {
  const classes = labels.length;
  if (base.length !== 0 && base.length !== classes)
    refuse('forest_array_length', { array: 'base_values', found: base.length, expected: classes });
  const { presence, positive } = votingOf(trees, classes);
  const voteless = presence.findIndex((found) => found !== 'always');
  // A class without a vote is passed over, even where its zero would be the largest; with base values each class has one.
  if (base.length === 0 && voteless !== -1 && !(positive && weights.every((weight) => weight >= 0)))
    refuse('forest_votes_vary', { class: voteless });
  return {
    trees,
    targets: classes,
    base: base.length === 0 ? new Float64Array(classes) : base,
    outcome: { kind: 'classes', labels, post, rule: { kind: 'first_maximum', over: 'sums' } },
  };
}

function settleBinary({ trees, labels, base, post, targets, weights }: ClassifierSums): Settled {
  if (base.length > 2) refuse('forest_array_length', { array: 'base_values', found: base.length, expected: 2 });
  const above = weights.every((weight) => !(weight < 0)) ? 0.5 : 0;
  const oneClass = new Set(targets).size === 1;
  const [first, second] = votingOf(trees, 2).presence as [Presence, Presence];
  if (second === 'sometimes') refuse('forest_votes_vary', { class: 1 });
  // What says which of the labels is chosen numbers them when both classes have votes: integer labels are not asked for.
  const said = oneClass || typeof labels[0] === 'string' ? labels : [0, 1];
  const one = (
    target: 0 | 1,
    added: number,
    column: Pick<OneColumn, 'scores'> & { readonly above?: number },
    after: PostTransform,
  ): Settled => ({
    trees: onlyTarget(trees, target),
    targets: 1,
    base: Float64Array.of(added),
    outcome: {
      kind: 'classes',
      labels: said,
      post: after,
      rule: { kind: 'one_column', above: column.above ?? (oneClass ? above : 0), scores: column.scores },
    },
  });
  if (second === 'never') {
    if (base.length > 0 && first !== 'always') refuse('forest_votes_vary', { class: 0 });
    if (!oneClass) refuse('forest_votes_vary', { class: 1 });
    if (base.length === 2) return one(0, base[0] as number, { scores: 'zero_second' }, post);
    if (post === 'logistic') return one(0, base[0] ?? 0, { scores: 'logistic' }, post);
    return one(0, base[0] ?? 0, { scores: above === 0.5 ? 'complement' : 'negated' }, 'none');
  }
  if (base.length === 2) {
    if (first === 'sometimes') refuse('forest_votes_vary', { class: 0 });
    // The sum of the first class, and the base of the second.
    if (first === 'never') return one(0, base[1] as number, { scores: 'zero_first' }, post);
    return one(0, base[1] as number, { scores: post === 'logistic' ? 'logistic' : 'negated', above: 0 }, post);
  }
  if (first === 'never') return one(1, 0, { scores: 'zero_first' }, post);
  if (first === 'sometimes' && base.length === 1) refuse('forest_votes_vary', { class: 0 });
  return {
    trees,
    targets: 2,
    base: Float64Array.of(base[0] ?? 0, 0),
    outcome: { kind: 'classes', labels: said, post, rule: { kind: 'second_positive' } },
  };
}

/** The votes for one target alone, as target 0. */
function onlyTarget(trees: Trees, target: number): Trees {
  const voteStart = new Int32Array(trees.voteStart.length);
  const weights = trees.voteWeight.filter((_, vote) => trees.voteTarget[vote] === target);
  let kept = 0;
  for (let node = 0; node + 1 < voteStart.length; node++) {
    for (let vote = trees.voteStart[node] as number; vote < (trees.voteStart[node + 1] as number); vote++)
      if (trees.voteTarget[vote] === target) kept++;
    voteStart[node + 1] = kept;
  }
  return { ...trees, voteStart, voteTarget: new Int32Array(kept), voteWeight: weights };
}

/** A regressor: the base value of a target is added to a sum only if there was a vote for it; with one target nothing is transformed. */
export function settleRegressor(trees: Trees, targets: number, base: Float64Array, post: PostTransform): Settled {
  if (base.length !== 0 && base.length !== targets)
    refuse('forest_array_length', { array: 'base_values', found: base.length, expected: targets });
  const outcome: Outcome = { kind: 'regression', post: targets === 1 ? 'none' : post };
  if (targets === 1 || base.length === 0)
    return { trees, targets, base: base.length === 0 ? new Float64Array(targets) : base, outcome };
  const added = votingOf(trees, targets).presence.map((presence, target) => {
    const value = base[target] as number;
    if (presence === 'sometimes' && value !== 0) refuse('forest_votes_vary', { class: target });
    return presence === 'never' ? 0 : value;
  });
  return { trees, targets, base: Float64Array.from(added), outcome };
}
