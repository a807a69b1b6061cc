/** A reading of a model, bit for bit what onnxruntime answers with one thread. */
import { type Column, type Forest, LEAF, TEST, type Trees } from '../model/index.js';
import { pairOf, transformed } from './scores.js';
import { featureOf, type Value } from './steps.js';

export interface Answer {
  /** Of a classifier. */
  readonly label?: string | number;
  /** The place of the label among the classes. */
  readonly class?: number;
  readonly scores: Float64Array;
  /** What the trees add up to, with the base values: before any transform. */
  readonly sums: Float64Array;
}

/** A value as the type of its column holds it. A text in a column of numbers is a mistake of the caller. */
export function inColumn({ type, name }: Column, value: Value): Value {
  if (typeof value === 'string' || type === 'string') {
    if (type !== 'string' || typeof value !== 'string') throw new TypeError(`${name}: ${value} is no ${type}`);
    return value;
  }
  return type === 'float32' ? Math.fround(value) : value;
}

/** What each tree compares of a record: the values of its features. */
export const featuresOf = (forest: Forest, row: readonly Value[]): Float64Array =>
  Float64Array.from(forest.features, (feature) => {
    const column = forest.columns[feature.column] as Column;
    return featureOf(feature, inColumn(column, row[feature.column] as Value));
  });

/** The leaf that a record comes to in the tree with this root. */
export function leafOf(trees: Trees, root: number, features: Float64Array): number {
  let node = root;
  for (;;) {
    if (trees.kind[node] === LEAF) return node;
    const value = features[trees.feature[node] as number] as number;
    node = (testHolds(trees, node, value) ? trees.whenTrue[node] : trees.whenFalse[node]) as number;
  }
}

/** Whether the test at a node holds of what it compares. */
export function testHolds(trees: Trees, node: number, value: number): boolean {
  const kind = trees.kind[node] as number;
  if (Number.isNaN(value)) return trees.missingTrue[node] === 1;
  const threshold = trees.threshold[node] as number;
  switch (kind) {
    case TEST.leq: {
      return value <= threshold;
    }
    case TEST.lt: {
      return value < threshold;
    }
    case TEST.gte: {
      return value >= threshold;
    }
    case TEST.gt: {
      return value > threshold;
    }
    case TEST.eq: {
      return value === threshold;
    }
    case TEST.neq: {
      return value !== threshold;
    }
    default: {
      const set = trees.members.get(node) as Float64Array;
      return set.includes(kind === TEST.wholeMember ? Math.trunc(value) : value);
    }
  }
}

/** The sums of the leaves' votes, in the order and the arithmetic of the runtime, base values included. */
export function sumsOf({ trees, targets, summation }: Forest, leafAt: (root: number) => number): Float64Array {
  const { base, baseAt, arithmetic } = summation;
  const round = arithmetic === 'float32' ? Math.fround : (value: number): number => value;
  const sums = baseAt === 'start' ? Float64Array.from(base) : new Float64Array(targets);
  for (const root of trees.roots) {
    const leaf = leafAt(root);
    for (let vote = trees.voteStart[leaf] as number; vote < (trees.voteStart[leaf + 1] as number); vote++) {
      const target = trees.voteTarget[vote] as number;
      sums[target] = round((sums[target] as number) + (trees.voteWeight[vote] as number));
    }
  }
  return finished(sums, { ...summation, trees: trees.roots.length });
}

/** Average and base values that come after the last tree. */
export function finished(
  sums: Float64Array,
  { arithmetic, aggregate, base, baseAt, trees }: Forest['summation'] & { readonly trees: number },
): Float64Array {
  const round = arithmetic === 'float32' ? Math.fround : (value: number): number => value;
  return sums.map((sum, target) => {
    const whole = aggregate === 'average' ? round(sum / trees) : sum;
    return baseAt === 'end' ? round(whole + (base[target] as number)) : whole;
  });
}

/** Scores and label of raw sums. */
export function outcomeOf({ outcome, summation }: Pick<Forest, 'outcome' | 'summation'>, sums: Float64Array): Answer {
  const wide = summation.arithmetic === 'float64';
  const given = (scores: Float64Array): Float64Array =>
    summation.scores === 'float32' ? scores.map(Math.fround) : scores;
  if (outcome.kind === 'regression') return { scores: given(transformed(sums, outcome.post)), sums };
  const { rule, post, labels } = outcome;
  const answer = (chosen: number, scores: Float64Array): Answer => ({
    ...(labels[chosen] !== undefined && { label: labels[chosen] }),
    class: chosen,
    scores: given(scores),
    sums,
  });
  switch (rule.kind) {
    case 'one_column': {
      const sum = sums[0] as number;
      return answer(sum > rule.above ? 1 : 0, pairOf(sum, rule.scores, post, wide));
    }
    case 'second_positive': {
      return answer((sums[1] as number) > 0 ? 1 : 0, transformed(sums, post));
    }
    case 'first_maximum': {
      const scores = transformed(sums, post);
      return answer(firstMaximum(rule.over === 'sums' ? sums : given(scores)), scores);
    }
  }
}

function firstMaximum(values: Float64Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if ((values[at] as number) > (values[best] as number)) best = at;
  return best;
}

/** What the runtime answers to a record: values in the order of the model's columns. */
export function evaluate(forest: Forest, row: readonly Value[]): Answer {
  const features = featuresOf(forest, row);
  return outcomeOf(
    forest,
    sumsOf(forest, (root) => leafOf(forest.trees, root, features)),
  );
}
