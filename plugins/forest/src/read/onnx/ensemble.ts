/** The attributes of TreeEnsembleClassifier, TreeEnsembleRegressor (ai.onnx.ml 1 to 3) -> arrays. */
import { LEAF, TEST } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import type { EnsembleArrays } from '../trees/arrays.js';
import { contentOf, eachString, floatsOf, intOf, ints32Of, intsOf, stringOf, stringsOf, tensorOf } from './content.js';
import type { Attribute, OnnxNode } from './proto.js';

/** What an operator says besides its trees. */
export interface EnsembleFrame {
  readonly arrays: EnsembleArrays;
  readonly base: Float64Array;
  readonly aggregate: string;
  readonly post: string;
  /** Thresholds and weights are tensors of double precision. */
  readonly doubles: boolean;
}

export interface ClassifierFrame extends EnsembleFrame {
  readonly labels: readonly (string | number)[];
}

const NODES = 20_000_000;

const KINDS: readonly (readonly [string, number])[] = [
  ['LEAF', LEAF],
  ['BRANCH_LEQ', TEST.leq],
  ['BRANCH_LT', TEST.lt],
  ['BRANCH_GTE', TEST.gte],
  ['BRANCH_GT', TEST.gt],
  ['BRANCH_EQ', TEST.eq],
  ['BRANCH_NEQ', TEST.neq],
];
const KIND_BYTES = KINDS.map(([name, kind]) => ({ bytes: new TextEncoder().encode(name), kind }));

/** Modes without a string object for each of millions. */
function modesOf(attribute: Attribute | undefined, count: number): Uint8Array {
  const kinds = new Uint8Array(count);
  let next = 0;
  if (!attribute) return sized(kinds, 'nodes_modes', 0, count);
  const { bytes } = attribute.wire;
  eachString(attribute, ({ start, end }) => {
    const found = KIND_BYTES.find(
      (mode) => mode.bytes.length === end - start && mode.bytes.every((byte, index) => bytes[start + index] === byte),
    );
    if (!found)
      refuse('forest_attribute', {
        attribute: 'nodes_modes',
        why: `unknown: ${attribute.wire.text({ start, end: Math.min(end, start + 50) })}`,
      });
    if (next < count) kinds[next] = found.kind;
    next++;
  });
  return sized(kinds, 'nodes_modes', next, count);
}

function sized<T>(value: T, array: string, found: number, expected: number): T {
  if (found !== expected) refuse('forest_array_length', { array, found, expected });
  return value;
}

/** A list of numbers that is an attribute of floats, or a tensor of double precision under `NAME_as_tensor`, or absent. */
function numbers(node: OnnxNode, name: string): { readonly values: Float64Array; readonly doubles: boolean } {
  const [floats, tensor] = [node.attributes.get(name), node.attributes.get(`${name}_as_tensor`)];
  const values = floats ? floatsOf(floats) : new Float32Array(0);
  if (!tensor) return { values: Float64Array.from(values), doubles: false };
  const content = contentOf(tensorOf(tensor));
  if (!('numbers' in content)) return refuse('forest_attribute', { attribute: tensor.name, why: 'expected numbers' });
  if (values.length > 0 && content.numbers.length > 0)
    refuse('forest_attribute', { attribute: name, why: 'it appears twice, as numbers and as a tensor' });
  return content.numbers.length > 0
    ? { values: content.numbers, doubles: content.type === 11 }
    : { values: Float64Array.from(values), doubles: false };
}

const ints32 = (node: OnnxNode, name: string): Int32Array => {
  const attribute = node.attributes.get(name);
  return attribute ? ints32Of(attribute) : new Int32Array(0);
};

/** The runtime refuses what an operator does not have. */
export function checkAttributes(node: OnnxNode, known: readonly string[]): void {
  for (const attribute of node.attributes.keys())
    if (!known.includes(attribute))
      refuse('forest_attribute', { attribute, why: `${node.operator} has no such attribute` });
}

/** What both operators have. `vote`: how leaves' votes are called. */
const attributesWith = (vote: 'class' | 'target'): readonly string[] => [
  ...['treeids', 'nodeids', 'modes', 'featureids', 'truenodeids', 'falsenodeids', 'missing_value_tracks_true'].map(
    (name) => `nodes_${name}`,
  ),
  ...['treeids', 'nodeids', 'ids'].map((name) => `${vote}_${name}`),
  ...['nodes_values', 'nodes_hitrates', `${vote}_weights`, 'base_values'].flatMap((name) => [
    name,
    `${name}_as_tensor`,
  ]),
  'post_transform',
];

const text = (node: OnnxNode, name: string, otherwise: string): string => {
  const attribute = node.attributes.get(name);
  return attribute ? stringOf(attribute) : otherwise;
};

/** `vote`: how the operator calls what leaves vote for. */
function readFrame(node: OnnxNode, vote: 'class' | 'target', targets: number): EnsembleFrame {
  const treeIds = ints32(node, 'nodes_treeids');
  const count = treeIds.length;
  if (count === 0) refuse('forest_onnx_missing', { what: 'nodes_treeids' });
  if (count > NODES) refuse('forest_too_large', { what: 'nodes', limit: NODES });
  const each = (name: string): Int32Array => {
    const found = ints32(node, name);
    return sized(found, name, found.length, count);
  };
  const thresholds = numbers(node, 'nodes_values');
  sized(undefined, 'nodes_values', thresholds.values.length, count);
  const tracks = ints32(node, 'nodes_missing_value_tracks_true');
  const voteTargets = ints32(node, `${vote}_ids`);
  const voteEach = (name: string): Int32Array => {
    const found = ints32(node, name);
    return sized(found, name, found.length, voteTargets.length);
  };
  const weights = numbers(node, `${vote}_weights`);
  sized(undefined, `${vote}_weights`, weights.values.length, voteTargets.length);
  const base = numbers(node, 'base_values');
  return {
    arrays: {
      treeIds,
      nodeIds: each('nodes_nodeids'),
      features: each('nodes_featureids'),
      kinds: modesOf(node.attributes.get('nodes_modes'), count),
      thresholds: thresholds.values,
      trueIds: each('nodes_truenodeids'),
      falseIds: each('nodes_falsenodeids'),
      tracks: Uint8Array.from(tracks.subarray(0, count), (value) => (value === 1 ? 1 : 0)),
      voteTrees: voteEach(`${vote}_treeids`),
      voteNodes: voteEach(`${vote}_nodeids`),
      voteTargets,
      voteWeights: weights.values,
      targets,
    },
    base: base.values,
    aggregate: text(node, 'aggregate_function', 'SUM'),
    post: text(node, 'post_transform', 'NONE'),
    doubles: thresholds.doubles || weights.doubles || base.doubles,
  };
}

export function readClassifier(node: OnnxNode): ClassifierFrame {
  checkAttributes(node, [...attributesWith('class'), 'classlabels_strings', 'classlabels_int64s']);
  const [strings, ints] = [node.attributes.get('classlabels_strings'), node.attributes.get('classlabels_int64s')];
  const named = strings ? stringsOf(strings) : [];
  const labels: readonly (string | number)[] = named.length > 0 ? named : ints ? [...intsOf(ints)] : [];
  if (labels.length < 2) refuse('forest_labels', { why: `there are ${labels.length}` });
  if (labels.length > 10_000) refuse('forest_too_large', { what: 'classes', limit: 10_000 });
  if (labels.some((label) => Number.isNaN(label))) refuse('forest_labels', { why: 'one is beyond 2^53' });
  return { labels, ...readFrame(node, 'class', labels.length) };
}

export function readRegressor(node: OnnxNode): EnsembleFrame {
  checkAttributes(node, [...attributesWith('target'), 'n_targets', 'aggregate_function']);
  const attribute = node.attributes.get('n_targets');
  const targets = attribute ? intOf(attribute) : 0;
  if (!(targets >= 1 && targets <= 10_000))
    refuse('forest_attribute', { attribute: 'n_targets', why: 'not from 1 to 10000' });
  return readFrame(node, 'target', targets);
}
