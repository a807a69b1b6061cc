import { describe, expect, it } from 'vitest';
import { LEAF, TEST } from '../model/index.js';
import {
  type Content,
  ensembleOnnx,
  type EnsembleSketch,
  int,
  message,
  onnxOf,
  type OnnxNodeSketch,
  text,
  type TreeNodeSketch,
} from '../testing/onnx.js';
import { readModel } from './index.js';

const leaf = (id: number, votes: TreeNodeSketch['votes'] = [[0, 1]]): TreeNodeSketch => ({
  tree: 0,
  id,
  kind: LEAF,
  feature: 0,
  threshold: 0,
  whenTrue: 0,
  whenFalse: 0,
  missingTrue: false,
  votes,
});
const test = (id: number, whenTrue: number, whenFalse: number, more: Partial<TreeNodeSketch> = {}): TreeNodeSketch => ({
  ...leaf(id, []),
  kind: TEST.leq,
  whenTrue,
  whenFalse,
  ...more,
});
const regressor = (nodes: readonly TreeNodeSketch[], more: Partial<EnsembleSketch> = {}): Uint8Array =>
  ensembleOnnx({ classifier: false, nodes, labels: [0], post: 'NONE', inputType: 1, columns: 2, ...more });

/** What is said of a file: its slug and its parameters; nothing where it is read. */
const problemOf = (bytes: Uint8Array): unknown => {
  const read = readModel(bytes);
  return read.ok ? undefined : { slug: read.problem.slug, ...read.problem.params };
};

const tree = [test(0, 1, 2), leaf(1), leaf(2)];
const plain = regressor(tree);
const ensemble: OnnxNodeSketch = {
  operator: 'TreeEnsembleRegressor',
  inputs: ['X'],
  outputs: ['scores'],
  attributes: {
    nodes_treeids: { ints: [0] },
    nodes_nodeids: { ints: [0] },
    nodes_modes: { strings: ['LEAF'] },
    nodes_featureids: { ints: [0] },
    nodes_values: { floats: [0] },
    nodes_truenodeids: { ints: [0] },
    nodes_falsenodeids: { ints: [0] },
    target_treeids: { ints: [0] },
    target_nodeids: { ints: [0] },
    target_ids: { ints: [0] },
    target_weights: { floats: [1] },
    n_targets: { int: 1 },
  },
};
const graph = (nodes: readonly OnnxNodeSketch[], more: readonly number[] = []): Uint8Array =>
  onnxOf({
    nodes,
    more,
    inputs: [{ name: 'X', type: 1, columns: 2 }],
    outputs: [{ name: 'scores', type: 1, columns: 1 }],
  });
const withAttributes = (attributes: Readonly<Record<string, Content>>): Uint8Array =>
  graph([{ ...ensemble, attributes: { ...ensemble.attributes, ...attributes } }]);
const joined = (bytes: Uint8Array, more: readonly number[]): Uint8Array => Uint8Array.from([...bytes, ...more]);
const withGraphPart = (part: readonly number[]): Uint8Array => graph([ensemble], part);

/** Two tests of one column, one behind the other, whose true children are two leaves. */
const chain = (...votes: readonly TreeNodeSketch['votes'][]): TreeNodeSketch[] => [
  test(0, 2, 1, { kind: TEST.eq, threshold: 3 }),
  test(1, 3, 4, { kind: TEST.eq, threshold: 5 }),
  leaf(2, votes[0]),
  leaf(3, votes[1]),
  leaf(4, [[0, 9]]),
];

describe('models that are refused', () => {
  it('reads what they are made from', () => {
    expect(problemOf(plain)).toBeUndefined();
    expect(problemOf(withAttributes({}))).toBeUndefined();
    // Nothing leads to the last node, and the first is no leaf: its votes count for nothing.
    expect(problemOf(regressor([...tree, leaf(3)]))).toBeUndefined();
  });

  it('reads a chain of equality tests where the leaves are the same, or told apart by the runtime', () => {
    const two = { labels: [0, 1] };
    const votes: TreeNodeSketch['votes'] = [
      [0, 1],
      [1, 2],
    ];
    expect(problemOf(regressor(chain(votes, votes), two))).toBeUndefined();
    expect(problemOf(regressor(chain(votes, [[0, 2]]), two))).toBeUndefined();
  });

  const cases: readonly (readonly [string, Uint8Array, unknown])[] = [
    [
      'leaves behind a chain of equality tests that differ in their second vote',
      regressor(
        chain(
          [
            [0, 1],
            [1, 2],
          ],
          [
            [0, 1],
            [1, 3],
          ],
        ),
        { labels: [0, 1] },
      ),
      { slug: 'forest_votes_mixed', tree: 0, id: 0 },
    ],
    [
      'leaves behind a chain that vote for other targets with the same weight',
      regressor(chain([[0, 1]], [[1, 1]]), { labels: [0, 1] }),
      { slug: 'forest_votes_mixed', tree: 0, id: 0 },
    ],
    [
      'equal leaves that stand apart behind a chain, where the first tree is one leaf',
      regressor([leaf(0), ...chain([[0, 1]], [[0, 1]]).map((each) => ({ ...each, tree: 1 }))]),
      { slug: 'forest_votes_mixed', tree: 1, id: 0 },
    ],
    [
      'a leaf without votes behind a chain',
      regressor(chain([[0, 1]], []), { labels: [0, 1] }),
      { slug: 'forest_votes_mixed', tree: 0, id: 0 },
    ],
    [
      'tests of one chain that send a missing value different ways to different nodes',
      regressor(chain([[0, 1]], [[0, 1]]).with(1, test(1, 3, 4, { kind: TEST.eq, threshold: 5, missingTrue: true }))),
      { slug: 'forest_missing_mixed', tree: 0, id: 0 },
    ],
    ['an empty file', new Uint8Array(), { slug: 'forest_format_unknown' }],
    ['a table of properties', new TextEncoder().encode('id,kind,where\n'), { slug: 'forest_format_unknown' }],
    ['a text', new TextEncoder().encode('hello'), { slug: 'forest_protobuf' }],
    ['a file that is cut off', plain.slice(0, 100), { slug: 'forest_protobuf' }],
    [
      'a varint of eleven bytes',
      Uint8Array.from([0x08, ...Array.from({ length: 10 }, () => 0xff), 1]),
      { slug: 'forest_protobuf', reason: 'a varint of more than ten bytes' },
    ],
    [
      'a length below zero',
      Uint8Array.from([0x3a, ...Array.from({ length: 9 }, () => 0xff), 1]),
      { slug: 'forest_protobuf', reason: 'a length is negative or too large' },
    ],
    ['a group', Uint8Array.from([0x08, 8, 0x0b]), { slug: 'forest_protobuf', reason: 'wire type 3 is not supported' }],
    ['no graph', Uint8Array.from(int(1, 8)), { slug: 'forest_onnx_missing', what: 'graph' }],
    ['functions', joined(plain, message(25, text(1, 'f'))), { slug: 'forest_onnx_refused', what: 'functions' }],
    ['training', joined(plain, message(20)), { slug: 'forest_onnx_refused', what: 'training_info' }],
    [
      'a domain of its own',
      joined(plain, message(8, text(1, 'com.example'), int(2, 1))),
      { slug: 'forest_onnx_refused', what: 'operators of "com.example"' },
    ],
    [
      'a sub-graph',
      withGraphPart(message(1, text(4, 'If'), message(5, text(1, 'then'), message(6)))),
      { slug: 'forest_onnx_refused', what: 'sub-graphs' },
    ],
    [
      'external data',
      withGraphPart(
        message(5, text(8, 'w'), int(2, 1), message(13, text(1, 'location'), text(2, '../../etc/passwd')), int(14, 1)),
      ),
      { slug: 'forest_onnx_refused', what: 'external data' },
    ],
    [
      'giant dimensions',
      withGraphPart(message(5, text(8, 'w'), int(1, 2n ** 62n), int(1, 2n ** 62n), int(2, 1))),
      { slug: 'forest_attribute' },
    ],
    [
      'dimensions whose product is not what is there',
      withGraphPart(message(5, text(8, 'w'), int(1, 1_000_000_000), int(2, 1), message(9, [0]))),
      { slug: 'forest_array_length' },
    ],
    [
      'an unknown operator',
      graph([{ ...ensemble, operator: 'Einsum', domain: '' }]),
      { slug: 'forest_operator', operator: 'Einsum' },
    ],
    [
      'two ensembles',
      graph([ensemble, { ...ensemble, outputs: ['more'] }]),
      { slug: 'forest_ensemble_count', found: 2 },
    ],
    ['no ensemble', graph([]), { slug: 'forest_ensemble_count', found: 0 }],
    [
      'a node that takes what nothing gives',
      graph([{ ...ensemble, inputs: ['Y'] }]),
      { slug: 'forest_wiring', name: 'Y' },
    ],
    [
      'nodes in a circle',
      graph([
        ensemble,
        { operator: 'Identity', domain: '', inputs: ['a'], outputs: ['b'], attributes: {} },
        { operator: 'Identity', domain: '', inputs: ['b'], outputs: ['a'], attributes: {} },
      ]),
      { slug: 'forest_wiring', name: 'a' },
    ],
    [
      'scores that are changed',
      graph([
        { ...ensemble, outputs: ['raw'] },
        { operator: 'Add', domain: '', inputs: ['raw', 'raw'], outputs: ['scores'], attributes: {} },
      ]),
      { slug: 'forest_operator_use' },
    ],
    [
      'an unknown attribute',
      withAttributes({ nodes_colours: { ints: [1] } }),
      { slug: 'forest_attribute', attribute: 'nodes_colours' },
    ],
    [
      'an attribute without a type',
      withGraphPart(message(1, text(4, 'Identity'), message(5, text(1, 'x'), int(3, 1)))),
      { slug: 'forest_attribute', attribute: 'x', why: 'its value is not of its declared type' },
    ],
    [
      'an attribute of another type than its value',
      withGraphPart(message(1, text(4, 'Identity'), message(5, text(1, 'x'), int(3, 1), int(20, 7)))),
      { slug: 'forest_attribute', attribute: 'x' },
    ],
    [
      'an attribute with two kinds of values',
      withGraphPart(message(1, text(4, 'Identity'), message(5, text(1, 'x'), int(3, 1), int(8, 1), int(20, 7)))),
      { slug: 'forest_attribute', attribute: 'x', why: 'it holds two kinds of values' },
    ],
    [
      'an operator in a version that has it no longer',
      onnxOf({ nodes: [ensemble], ml: 5, inputs: [{ name: 'X', type: 1, columns: 2 }], outputs: [] }),
      { slug: 'forest_onnx_refused', what: 'TreeEnsembleRegressor in version 5 of ai.onnx.ml' },
    ],
    // The version of the format stands in the second byte.
    ['a format of later', plain.with(1, 14), { slug: 'forest_onnx_refused', what: 'version 14 of the format' }],
    [
      'operators of later',
      onnxOf({ nodes: [ensemble], ml: 6, inputs: [{ name: 'X', type: 1, columns: 2 }], outputs: [] }),
      { slug: 'forest_onnx_refused', what: 'version 6 of ai.onnx.ml' },
    ],
    [
      'operators of no version',
      onnxOf({ nodes: [ensemble], ml: 0, inputs: [{ name: 'X', type: 1, columns: 2 }], outputs: [] }),
      { slug: 'forest_onnx_refused', what: 'version 0 of ai.onnx.ml' },
    ],
    [
      'arrays of unequal length',
      withAttributes({ nodes_values: { floats: [0, 1] } }),
      { slug: 'forest_array_length', array: 'nodes_values', found: 2, expected: 1 },
    ],
    [
      'an unknown mode',
      withAttributes({ nodes_modes: { strings: ['BRANCH_LE'] } }),
      { slug: 'forest_attribute', attribute: 'nodes_modes' },
    ],
    [
      'an id beyond 32 bits',
      withAttributes({ nodes_treeids: { ints: [2 ** 40] } }),
      { slug: 'forest_attribute', attribute: 'nodes_treeids' },
    ],
    ['a node twice', regressor([test(0, 1, 2), leaf(1), leaf(1)]), { slug: 'forest_node_doubled', tree: 0, id: 1 }],
    [
      'votes of a node that nothing leads to, where the first node is a leaf',
      regressor([leaf(0), leaf(1)]),
      { slug: 'forest_attribute', attribute: 'nodes_nodeids' },
    ],
    [
      'a child that is not there',
      regressor([test(0, 1, 2), leaf(1), leaf(0)].map((node, at) => (at === 2 ? { ...node, tree: 1 } : node))),
      { slug: 'forest_node_missing', tree: 0, id: 2 },
    ],
    [
      'a child beyond all nodes',
      regressor([test(0, 1, 9), leaf(1)]),
      { slug: 'forest_node_range', tree: 0, id: 9, nodes: 2 },
    ],
    ['a node that leads to itself', regressor([test(0, 0, 1), leaf(1)]), { slug: 'forest_cycle', tree: 0, id: 0 }],
    [
      'a circle of nodes',
      regressor([test(0, 1, 2), test(1, 0, 3), leaf(2), leaf(3)]),
      { slug: 'forest_cycle', tree: 0, id: 0 },
    ],
    [
      'a false child of two',
      regressor([test(0, 1, 2), test(1, 3, 2), leaf(2), leaf(3)]),
      { slug: 'forest_child_shared', tree: 0, id: 2 },
    ],
    [
      'a column that is not there',
      regressor([test(0, 1, 2, { feature: 2 }), leaf(1), leaf(2)]),
      { slug: 'forest_feature_range', feature: 2, width: 2 },
    ],
    [
      'a target that is not there',
      regressor([test(0, 1, 2), leaf(1, [[1, 1]]), leaf(2)]),
      { slug: 'forest_target_range', target: 1, targets: 1 },
    ],
    [
      'a vote that is no number',
      regressor([leaf(0, [[0, Number.NaN]])]),
      { slug: 'forest_not_finite', what: 'a weight' },
    ],
    [
      'two votes for one target',
      regressor(
        [
          leaf(0, [
            [0, 1],
            [0, 2],
          ]),
        ],
        { labels: [0, 1] },
      ),
      { slug: 'forest_target_doubled', tree: 0, target: 0 },
    ],
    ['MIN', regressor(tree, { aggregate: 'MIN' }), { slug: 'forest_aggregate', aggregate: 'MIN' }],
    ['PROBIT', regressor(tree, { post: 'PROBIT' }), { slug: 'forest_post_transform', post: 'PROBIT' }],
    ['double thresholds with float inputs', regressor(tree, { doubles: true }), { slug: 'forest_operator_use' }],
    [
      'one class',
      ensembleOnnx({ classifier: true, nodes: tree, labels: [1], post: 'NONE', inputType: 1, columns: 2 }),
      { slug: 'forest_labels' },
    ],
    [
      'a class with a vote on some records',
      ensembleOnnx({
        classifier: true,
        nodes: [test(0, 1, 2), leaf(1), leaf(2, [[1, 1]])],
        labels: [0, 1],
        post: 'NONE',
        inputType: 1,
        columns: 2,
      }),
      { slug: 'forest_votes_vary', class: 1 },
    ],
    ['JSON that is not', new TextEncoder().encode('{"learner":'), { slug: 'forest_source_syntax', format: 'JSON' }],
    ['JSON of something else', new TextEncoder().encode('{}'), { slug: 'forest_source_value', format: 'XGBoost' }],
    [
      'UBJSON',
      Uint8Array.from([0x7b, 0x4c, 0, 0, 0, 0, 0, 0, 0, 7]),
      { slug: 'forest_source_refused', format: 'XGBoost' },
    ],
    [
      'a model of CatBoost',
      new TextEncoder().encode('CBM1....'),
      { slug: 'forest_source_refused', format: 'CatBoost' },
    ],
    [
      'JSON of CatBoost',
      new TextEncoder().encode(' {"oblivious_trees":[]}'),
      { slug: 'forest_source_refused', format: 'CatBoost' },
    ],
    [
      'JSON of LightGBM',
      new TextEncoder().encode('\n{"tree_info":[]}'),
      { slug: 'forest_source_refused', format: 'LightGBM' },
    ],
    ['a pickle', Uint8Array.from([0x80, 4, 0x95]), { slug: 'forest_source_refused', format: 'Python' }],
    ['PMML', new TextEncoder().encode('<?xml version="1.0"?>'), { slug: 'forest_source_refused', format: 'PMML' }],
    [
      'a LightGBM text without an end',
      new TextEncoder().encode('tree\nnum_class=1\n'),
      { slug: 'forest_source_syntax', format: 'LightGBM' },
    ],
  ];

  it.each(cases)('%s', (_, bytes, problem) => {
    expect(problemOf(bytes)).toMatchObject(problem as object);
  });

  it('says where', () => {
    const read = readModel(graph([{ ...ensemble, operator: 'Einsum', domain: '' }]));
    expect(read).toMatchObject({
      problem: { place: { node: 'scores', operator: 'Einsum', offset: expect.any(Number) as unknown } },
    });
  });

  it('refuses more bytes than it may take', () => {
    expect(readModel(plain, { maxBytes: 100 })).toMatchObject({
      problem: { slug: 'forest_too_large', params: { limit: 100 } },
    });
  });
});
