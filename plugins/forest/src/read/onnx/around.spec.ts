import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Forest } from '../../model/index.js';
import { type Content, int, message, type ModelSketch, onnxOf, type OnnxNodeSketch, text } from '../../testing/onnx.js';
import { readModel } from '../index.js';

const fixture = (name: string): Forest => {
  const read = readModel(readFileSync(new URL(`../../../fixtures/onnx/${name}.onnx`, import.meta.url)));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.forest;
};

const node = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Content>> = {},
  domain = '',
): OnnxNodeSketch => ({ operator, domain, inputs, outputs, attributes });

const ML = 'ai.onnx.ml';
const encoder = (from: string, to: string): OnnxNodeSketch =>
  node('OneHotEncoder', [from], [to], { cats_strings: { strings: ['a', 'b'] }, zeros: { int: 1 } }, ML);
const floats = (name: string, ...values: readonly number[]): readonly number[] =>
  message(5, text(8, name), int(2, 1), message(9, [...new Uint8Array(Float32Array.from(values).buffer)]));
const ints = (name: string, ...values: readonly number[]): readonly number[] =>
  message(
    5,
    text(8, name),
    int(1, values.length),
    int(2, 7),
    message(9, [...new Uint8Array(BigInt64Array.from(values, BigInt).buffer)]),
  );
/** One tree that asks the first column of `from`, of as many `targets`. */
const trees = (from: string, targets = 1): OnnxNodeSketch =>
  node(
    'TreeEnsembleRegressor',
    [from],
    ['scores'],
    {
      nodes_treeids: { ints: [0, 0, 0] },
      nodes_nodeids: { ints: [0, 1, 2] },
      nodes_modes: { strings: ['BRANCH_LEQ', 'LEAF', 'LEAF'] },
      nodes_featureids: { ints: [0, 0, 0] },
      nodes_values: { floats: [0.5, 0, 0] },
      nodes_truenodeids: { ints: [1, 0, 0] },
      nodes_falsenodeids: { ints: [2, 0, 0] },
      target_treeids: { ints: [0, 0] },
      target_nodeids: { ints: [1, 2] },
      target_ids: { ints: [0, 0] },
      target_weights: { floats: [1, 2] },
      n_targets: { int: targets },
    },
    ML,
  );
const SCORES = { name: 'scores', type: 1, columns: 1 };
const model = (nodes: readonly OnnxNodeSketch[], more: Partial<ModelSketch> = {}): Uint8Array =>
  onnxOf({ nodes, inputs: [{ name: 'X', type: 1, columns: 2 }], outputs: [SCORES], ...more });
/** Nothing is wrong. */
const READ = { slug: null };
const problemOf = (bytes: Uint8Array): unknown => {
  const read = readModel(bytes);
  return read.ok ? READ : { slug: read.problem.slug, ...read.problem.params, ...read.problem.place };
};

describe('operators around the trees', () => {
  it('knows what the runtime fails on: other categories, missing values', () => {
    expect(fixture('skl-one-hot-strict').columns).toMatchObject([
      { name: 'income' },
      { name: 'share' },
      { name: 'purpose', takes: { values: ['boat', 'car', 'house', 'other', 'school'] } },
      { name: 'region', takes: { values: ['n', 's'] } },
    ]);
    expect(fixture('skl-table').columns.every(({ takes }) => takes === undefined)).toBe(true);
    expect(fixture('skl-binarizer').columns.every(({ takes }) => takes?.missing === false)).toBe(true);
  });

  it('reads bins as a step of their column, and asks the column that makes the 1 behind them for numbers', () => {
    const { columns, features } = fixture('skl-bins');
    expect(features).toMatchObject([0, 1, 2, 3].map((column) => ({ column, steps: [{ kind: 'bin' }, {}] })));
    expect(columns.map(({ takes }) => takes)).toEqual([
      { missing: false, finite: true },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('lays encoders side by side in the order of their columns', () => {
    const { columns, features } = fixture('skl-table');
    expect(features.map(({ column }) => columns[column]?.name)).toEqual([
      'income',
      'share',
      ...Array.from({ length: 5 }, () => 'purpose'),
      ...Array.from({ length: 2 }, () => 'region'),
    ]);
  });

  it('asks for the tensor of all scores where each is given out alone', () => {
    expect(fixture('skl-columns').outputs).toEqual({ label: 'output_label', scores: 'probabilities' });
  });

  it('takes a sum divided by the number of its trees for their average, and by another number not', () => {
    const divided = (by: number): Uint8Array =>
      model([trees('X'), node('Div', ['scores', 'by'], ['share'])], {
        more: floats('by', by),
        outputs: [{ name: 'share', type: 1, columns: 1 }],
      });
    expect(fixture('lgb-averages').summation.aggregate).toBe('average');
    expect(problemOf(divided(1))).toBe(READ);
    expect(problemOf(divided(2))).toMatchObject({ slug: 'forest_operator_use', operator: 'Div', node: 'share' });
  });

  const strings = { inputs: [{ name: 'X', type: 8, columns: 2 }] };
  const bounds = (low: number, high: number): Uint8Array =>
    model([node('Clip', ['X', 'low', 'high'], ['Y']), trees('Y')], {
      more: [...floats('low', low), ...floats('high', high)],
    });
  const shaped = (axis: number, ...shape: readonly number[]): Uint8Array =>
    model(
      [
        encoder('X', 'A'),
        encoder('X', 'B'),
        node('Concat', ['A', 'B'], ['C'], { axis: { int: axis } }),
        node('Reshape', ['C', 'shape'], ['Y']),
        trees('Y'),
      ],
      { ...strings, more: ints('shape', ...shape) },
    );

  /** A list, which has a dimension. */
  const list = (name: string, ...values: readonly number[]): readonly number[] =>
    message(
      5,
      text(8, name),
      int(1, values.length),
      int(2, 1),
      message(9, [...new Uint8Array(Float32Array.from(values).buffer)]),
    );
  const binned = ({
    edges = [0, 1],
    one = 1,
    zero = 0,
    of = 'A',
    axis = 1,
    given = 1,
    beside = false,
    trees: asks = 'Y',
  }): Uint8Array =>
    model(
      [
        node('Gather', ['X', 'first'], ['A'], { axis: { int: 1 } }),
        node('Gather', ['X', 'second'], ['B'], { axis: { int: 1 } }),
        node('Less', [of, 'edges'], ['less']),
        node('Less', ['B', 'other'], ['less other']),
        node('Cast', ['less'], ['C'], { to: { int: 1 } }),
        node('Cast', ['less other'], ['D'], { to: { int: 1 } }),
        node('Mul', ['A', 'zero'], ['zeros']),
        node('Add', ['zeros', 'one'], ['ones']),
        node('Concat', ['C', ...(of === 'B' || beside ? ['D'] : []), ...(of === 'X' ? [] : ['ones'])], ['E'], {
          axis: { int: 1 },
        }),
        node('ArgMax', ['E'], ['F'], { axis: { int: axis } }),
        node('Cast', ['F'], ['Y'], { to: { int: 1 } }),
        trees(asks),
      ],
      {
        inputs: [{ name: 'X', type: given, columns: 2 }],
        more: [
          ...ints('first', 0),
          ...ints('second', 1),
          ...list('edges', ...edges),
          ...list('other', -1),
          ...list('zero', zero),
          ...list('one', one),
        ],
      },
    );
  const used = (operator: string): object => ({ slug: 'forest_operator_use', operator });

  it.each<readonly [string, Uint8Array, object]>([
    ['bins', binned({}), READ],
    ['bins whose edges do not rise', binned({ edges: [1, 1] }), used('ArgMax')],
    ['bins of which the last is no 1', binned({ one: 0.5 }), used('ArgMax')],
    ['bins of which the last depends on a column', binned({ zero: 1 }), used('ArgMax')],
    ['bins in two pieces whose edges do not rise', binned({ of: 'B' }), used('ArgMax')],
    ['bins of several columns', binned({ of: 'X' }), used('Less')],
    ['bins of one column beside those of another', binned({ edges: [-3, -2], beside: true }), used('ArgMax')],
    ['bins of one column in two pieces', binned({ edges: [-3, -2], of: 'B' }), READ],
    ['the first of several records', binned({ axis: 0 }), used('ArgMax')],
    ['bins of double precision', binned({ given: 11 }), used('Less')],
    ['a column times 0', binned({ trees: 'zeros' }), used('TreeEnsembleRegressor')],
    ['a 1 made of a column', binned({ trees: 'ones' }), used('TreeEnsembleRegressor')],
    ['encoders joined in their last dimension', shaped(-1, -1, 8), READ],
    ['encoders joined in another one', shaped(1, -1, 8), { slug: 'forest_operator_use', operator: 'Concat' }],
    [
      'encoders that are given to the trees',
      model([encoder('X', 'A'), trees('A')], strings),
      { slug: 'forest_operator_use' },
    ],
    ['a shape of another size', shaped(-1, -1, 4), { slug: 'forest_operator_use', operator: 'Reshape' }],
    ['two bounds', bounds(0, 1), READ],
    ['bounds that are crossed', bounds(1, 0), { slug: 'forest_operator_use', operator: 'Clip' }],
    [
      'a lower bound alone',
      model([node('Clip', ['X', 'low'], ['Y']), trees('Y')], { more: floats('low', 0) }),
      { slug: 'forest_operator_use', operator: 'Clip' },
    ],
    [
      'whole numbers of 32 bits into a regressor',
      model([trees('X')], { inputs: [{ name: 'X', type: 6, columns: 2 }] }),
      { slug: 'forest_operator_use' },
    ],
    ['a root', model([node('Sqrt', ['X'], ['Y']), trees('Y')]), READ],
    [
      'a root of whole numbers',
      model([node('Sqrt', ['X'], ['Y']), trees('Y')], { inputs: [{ name: 'X', type: 7, columns: 2 }] }),
      { slug: 'forest_operator_use', operator: 'Sqrt' },
    ],
    [
      'a Binarizer behind a root',
      model([node('Sqrt', ['X'], ['A']), node('Binarizer', ['A'], ['Y'], {}, ML), trees('Y')]),
      { slug: 'forest_operator_use', operator: 'Binarizer' },
    ],
    ['a logarithm', model([node('Log', ['X'], ['Y']), trees('Y')]), { slug: 'forest_operator', operator: 'Log' }],
    [
      'a Normalizer',
      model([node('Normalizer', ['X'], ['Y'], {}, ML), trees('Y')]),
      { slug: 'forest_operator', operator: 'Normalizer', node: 'Y' },
    ],
  ])('%s', (_, bytes, problem) => {
    expect(problemOf(bytes)).toMatchObject(problem);
  });

  it('reads no map of another precision than the runtime makes', () => {
    const zip = node('ZipMap', ['scores'], ['map'], { classlabels_int64s: { ints: [0] } }, ML);
    const map = (value: number): readonly number[] =>
      message(
        12,
        text(1, 'map'),
        message(2, message(4, message(1, message(5, int(1, 7), message(2, message(1, int(1, value))))))),
      );
    const zipped = (value: number): Uint8Array => model([trees('X'), zip], { more: map(value), outputs: [] });
    expect(problemOf(zipped(1))).toBe(READ);
    expect(problemOf(zipped(11))).toMatchObject({ slug: 'forest_wiring', name: 'map' });
  });
});
