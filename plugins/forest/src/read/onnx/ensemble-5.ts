/**
 * The attributes of TreeEnsemble (ai.onnx.ml 5): leaves apart from nodes, roots said, tests of sets. They become `Trees` node for node.
 * Where onnxruntime 1.30 reads them otherwise than the specification says, it is followed, or the model is refused.
 */
import { LEAF, TEST, type Trees } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { settleJoined } from '../trees/joined-tests.js';
import { MAX_DEPTH } from '../trees/lay-out.js';
import { contentOf, intOf, ints32Of, tensorOf } from './content.js';
import { checkAttributes } from './ensemble.js';
import type { OnnxNode } from './proto.js';

export interface Ensemble5 {
  readonly trees: Trees;
  readonly targets: number;
  readonly aggregate: string;
  readonly post: string;
  /** The element type of thresholds and weights: that of the input. */
  readonly type: number;
}

const KINDS = [TEST.leq, TEST.lt, TEST.gte, TEST.gt, TEST.eq, TEST.neq, TEST.member] as const;
const AGGREGATES = ['AVERAGE', 'SUM', 'MIN', 'MAX'] as const;
/** As onnxruntime 1.30 numbers them: the specification has SOFTMAX as 1 and LOGISTIC as 2. */
const POSTS = ['NONE', 'LOGISTIC', 'SOFTMAX', 'SOFTMAX_ZERO', 'PROBIT'] as const;

const MAX_VISITS = 20_000_000;

const ATTRIBUTES = [
  ...['featureids', 'modes', 'splits', 'hitrates', 'truenodeids', 'trueleafs', 'falsenodeids', 'falseleafs'].map(
    (name) => `nodes_${name}`,
  ),
  'nodes_missing_value_tracks_true',
  'membership_values',
  'leaf_targetids',
  'leaf_weights',
  'tree_roots',
  'n_targets',
  'aggregate_function',
  'post_transform',
];

export function readEnsemble5(node: OnnxNode): Ensemble5 {
  checkAttributes(node, ATTRIBUTES);
  const ints = (name: string, expected?: number): Int32Array => {
    const attribute = node.attributes.get(name);
    const found = attribute ? ints32Of(attribute) : new Int32Array(0);
    if (expected !== undefined && found.length !== expected)
      refuse('forest_array_length', { array: name, found: found.length, expected });
    return found;
  };
  const int = (name: string, otherwise: number): number => {
    const attribute = node.attributes.get(name);
    return attribute ? intOf(attribute) : otherwise;
  };
  const tensor = (name: string): { readonly type: number; readonly numbers: Float64Array } => {
    const attribute = node.attributes.get(name);
    if (!attribute) return { type: 0, numbers: new Float64Array(0) };
    const content = contentOf(tensorOf(attribute));
    if (!('numbers' in content)) return refuse('forest_attribute', { attribute: name, why: 'expected numbers' });
    return content;
  };
  const features = ints('nodes_featureids');
  const count = features.length;
  if (count === 0) refuse('forest_onnx_missing', { what: 'nodes_featureids' });
  const targetIds = ints('leaf_targetids');
  const leaves = targetIds.length;
  const targets = int('n_targets', 0);
  if (!(targets >= 1 && targets <= 10_000))
    refuse('forest_attribute', { attribute: 'n_targets', why: 'not from 1 to 10000' });
  const [splits, weights, modes] = [tensor('nodes_splits'), tensor('leaf_weights'), tensor('nodes_modes')];
  if (splits.type !== weights.type || (splits.type !== 1 && splits.type !== 11))
    refuse('forest_attribute', {
      attribute: 'nodes_splits',
      why: 'thresholds and weights are not both float or double',
    });
  for (const [array, found, expected] of [
    ['nodes_splits', splits.numbers.length, count],
    ['nodes_modes', modes.numbers.length, count],
    ['leaf_weights', weights.numbers.length, leaves],
  ] as const)
    if (found !== expected) refuse('forest_array_length', { array, found, expected });

  const total = count + leaves;
  const kind = new Uint8Array(total).fill(LEAF);
  const [feature, whenTrue, whenFalse] = [
    new Int32Array(total).fill(-1),
    new Int32Array(total).fill(-1),
    new Int32Array(total).fill(-1),
  ];
  const [threshold, missingTrue] = [new Float64Array(total), new Uint8Array(total)];
  const tracks = ints('nodes_missing_value_tracks_true');
  for (let at = 0; at < count; at++) {
    const found = KINDS[modes.numbers[at] as number];
    if (found === undefined)
      refuse('forest_attribute', { attribute: 'nodes_modes', why: `unknown: ${modes.numbers[at]}` });
    kind[at] = found;
    feature[at] = features[at] as number;
    threshold[at] = found === TEST.member ? 0 : (splits.numbers[at] as number);
    missingTrue[at] = tracks[at] === 1 || found === TEST.neq ? 1 : 0;
  }
  if (tracks.length !== 0 && tracks.length !== count)
    refuse('forest_array_length', { array: 'nodes_missing_value_tracks_true', found: tracks.length, expected: count });
  const members = setsOf(modes.numbers, tensor('membership_values').numbers);
  for (const [at, set] of members) if (isBig(set)) kind[at] = TEST.wholeMember;
  for (const [ids, leaf, into] of [
    [ints('nodes_truenodeids', count), ints('nodes_trueleafs', count), whenTrue],
    [ints('nodes_falsenodeids', count), ints('nodes_falseleafs', count), whenFalse],
  ] as const)
    for (let at = 0; at < count; at++) {
      const id = ids[at] as number;
      if (id < 0 || id >= (leaf[at] === 0 ? count : leaves)) refuse('forest_node_missing', { tree: 0, id });
      into[at] = leaf[at] === 0 ? id : count + id;
    }
  const voteTarget = Int32Array.from(targetIds, (target) => {
    if (target < 0 || target >= targets) refuse('forest_target_range', { target, targets });
    return target;
  });
  const roots = rootsOf(ints('tree_roots'), whenTrue, whenFalse, count, leaves);
  const nodeIds = Int32Array.from({ length: total }, (_, at) => at);
  const voteStart = Int32Array.from({ length: total + 1 }, (_, at) => Math.max(0, at - count));
  const trees: Trees = {
    roots,
    kind,
    feature,
    threshold,
    missingTrue,
    whenTrue,
    whenFalse,
    members,
    voteStart,
    voteTarget,
    voteWeight: weights.numbers,
  };
  checkOnce(trees);
  settleJoined({
    ...trees,
    kinds: kind,
    features: feature,
    thresholds: threshold,
    treeIds: new Int32Array(total),
    nodeIds,
    wide: splits.type === 11,
  });
  return {
    trees,
    targets,
    aggregate: AGGREGATES[int('aggregate_function', 1)] ?? 'unknown',
    post: POSTS[int('post_transform', 0)] ?? 'unknown',
    type: splits.type,
  };
}

/** The sets of the tests of sets: the values up to the next NaN, in the order of the nodes. */
function setsOf(modes: Float64Array, values: Float64Array): ReadonlyMap<number, Float64Array> {
  const sets = new Map<number, Float64Array>();
  let at = 0;
  for (let node = 0; node < modes.length; node++) {
    if (modes[node] !== 6) continue;
    const start = at;
    while (at < values.length && !Number.isNaN(values[at])) at++;
    // The runtime looks for the largest of none.
    if (at === start)
      refuse('forest_attribute', { attribute: 'membership_values', why: `the set of node ${node} is empty` });
    sets.set(node, values.slice(start, at).toSorted());
    at++;
  }
  return sets;
}

/**
 * Small sets are compared value for value. Others are sets of integers of 32 bits for the runtime: it takes a value without its fraction,
 * and refuses sets that are not of integers.
 */
function isBig(set: Float64Array): boolean {
  if (set.length < 31 && set.every((value) => value >= 0 && value <= 30)) return false;
  if (set.some((value) => !Number.isInteger(value) || Math.abs(value) >= 2 ** 31))
    refuse('forest_attribute', {
      attribute: 'membership_values',
      why: 'a large set must hold whole numbers of 32 bits',
    });
  return true;
}

/** The runtime refuses a tree that comes to a node twice; two trees may share nodes, and each walks them on its own. */
function checkOnce({ roots, kind, whenTrue, whenFalse }: Trees): void {
  const seen = new Int32Array(kind.length).fill(-1);
  let work = MAX_VISITS;
  for (const [tree, root] of roots.entries()) {
    const open: (readonly [node: number, depth: number])[] = [[root, 0]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, depth] = next;
      if (kind[node] === LEAF) continue;
      if (seen[node] === tree) refuse('forest_child_shared', { tree, id: node });
      if (depth >= MAX_DEPTH) refuse('forest_too_deep', { tree, limit: MAX_DEPTH });
      seen[node] = tree;
      if (work-- === 0) refuse('forest_too_large', { what: 'nodes of all trees', limit: MAX_VISITS });
      open.push([whenTrue[node] as number, depth + 1], [whenFalse[node] as number, depth + 1]);
    }
  }
}

/**
 * A tree that is one leaf has a root whose two children are that leaf. onnxruntime then takes the leaf with the number of the root, which
 * is the same one in files that mean anything; where it is not, the model is refused.
 */
function rootsOf(
  roots: Int32Array,
  whenTrue: Int32Array,
  whenFalse: Int32Array,
  count: number,
  leaves: number,
): Int32Array {
  if (roots.length === 0) refuse('forest_onnx_missing', { what: 'tree_roots' });
  return roots.map((root) => {
    if (root < 0 || root >= count) refuse('forest_node_missing', { tree: 0, id: root });
    const leaf = (whenTrue[root] as number) - count;
    if (leaf < 0 || whenTrue[root] !== whenFalse[root]) return root;
    if (leaf !== root || root >= leaves)
      refuse('forest_attribute', { attribute: 'tree_roots', why: `the runtime takes leaf ${root} for leaf ${leaf}` });
    return count + leaf;
  });
}
