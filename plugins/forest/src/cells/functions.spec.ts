import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { evaluate } from '../evaluate/index.js';
import { readModel } from '../read/index.js';
import { nextFloat } from '../testing/forests.js';
import { type Content, message, onnxOf, type OnnxNodeSketch } from '../testing/onnx.js';
import { answersOf, openModel } from '../testing/runtime.js';
import { lower, wholeDomain } from './index.js';

const OPERATORS = ['Abs', 'Ceil', 'Floor', 'Neg', 'Sqrt', 'Add'] as const;
const MODES = ['BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT', 'BRANCH_EQ', 'BRANCH_NEQ'] as const;

interface Sketch {
  readonly operators: readonly (typeof OPERATORS)[number][];
  readonly mode: number;
  readonly threshold: number;
  readonly missingTrue: boolean;
  readonly wide: boolean;
}

const raw = (values: Float32Array | Float64Array): readonly number[] => [...new Uint8Array(values.buffer)];

/** Functions of one column, and a tree that asks what they give. */
function modelOf({ operators, mode, threshold, missingTrue, wide }: Sketch): Uint8Array {
  const type = wide ? 11 : 1;
  const names = ['X', ...operators.map((_, at) => `v${at}`)];
  const steps = operators.map((operator, at): OnnxNodeSketch => ({
    operator,
    domain: '',
    inputs: [names[at] ?? '', ...(operator === 'Add' ? ['by'] : [])],
    outputs: [names[at + 1] ?? ''],
    attributes: {},
  }));
  const numbers = (name: string, ...values: number[]): Readonly<Record<string, Content>> =>
    wide ? { [`${name}_as_tensor`]: { doubles: values } } : { [name]: { floats: values } };
  const attributes: Readonly<Record<string, Content>> = {
    nodes_treeids: { ints: [0, 0, 0] },
    nodes_nodeids: { ints: [0, 1, 2] },
    nodes_modes: { strings: [MODES[mode] ?? '', 'LEAF', 'LEAF'] },
    nodes_featureids: { ints: [0, 0, 0] },
    ...numbers('nodes_values', threshold, 0, 0),
    nodes_truenodeids: { ints: [1, 0, 0] },
    nodes_falsenodeids: { ints: [2, 0, 0] },
    nodes_missing_value_tracks_true: { ints: [Number(missingTrue), 0, 0] },
    target_treeids: { ints: [0, 0] },
    target_nodeids: { ints: [1, 2] },
    target_ids: { ints: [0, 0] },
    ...numbers('target_weights', 1, 2),
    n_targets: { int: 1 },
  };
  const by = wide ? raw(Float64Array.of(-1.5)) : raw(Float32Array.of(-1.5));
  return onnxOf({
    nodes: [
      ...steps,
      { operator: 'TreeEnsembleRegressor', inputs: [names.at(-1) ?? ''], outputs: ['scores'], attributes },
    ],
    inputs: [{ name: 'X', type, columns: 1 }],
    outputs: [{ name: 'scores', type: 1, columns: 1 }],
    more: message(5, [66, 2, 98, 121], [16, type], message(9, by)),
  });
}

const VALUES = [
  0,
  -0,
  1,
  -1,
  2,
  4,
  0.25,
  2.25,
  -2.25,
  1e-45,
  -1e-45,
  3.4e38,
  Infinity,
  -Infinity,
  Number.NaN,
  0.5,
  16_777_217,
];
const sketches: fc.Arbitrary<Sketch> = fc.record({
  operators: fc.array(fc.constantFrom(...OPERATORS), { minLength: 1, maxLength: 3 }),
  mode: fc.nat(MODES.length - 1),
  threshold: fc.oneof(fc.constantFrom(0, 1, 2, -1, 0.5, 1.5, -2.5), fc.float({ noNaN: true })),
  missingTrue: fc.boolean(),
  wide: fc.boolean(),
});

describe('functions of a column before the trees', () => {
  it('are what the runtime computes, and are turned around in the arithmetic of the column, to the last value', async () => {
    const kinds = new Set<number>();
    await fc.assert(
      fc.asyncProperty(sketches, async (sketch) => {
        const bytes = modelOf(sketch);
        const read = readModel(bytes);
        if (!read.ok) throw new Error(JSON.stringify(read.problem));
        const { forest } = read;
        expect(forest.features[0]?.steps).toHaveLength(sketch.operators.length);
        const found = lower(forest, forest.columns.map(wholeDomain));
        if (!found.ok) throw new Error('it has cells');
        const { lowered } = found;
        const { low, high, cells } = lowered.forest.columns[0] ?? { low: [], high: [], cells: 0 };
        kinds.add(cells);
        const precise = (value: number): number => (sketch.wide ? value : Math.fround(value));
        const rows = [...low, ...high, sketch.threshold, ...VALUES]
          .flatMap((value) => (sketch.wide ? [value] : [value, nextFloat(value, 1), nextFloat(value, -1)]))
          .map((value) => [precise(value)]);
        const session = await openModel(bytes);
        if (session instanceof Error) throw session;
        const theirs = await answersOf(session, forest, rows);
        await session.release();
        for (const [at, row] of rows.entries()) {
          const ours = evaluate(forest, row);
          expect([row, [...ours.scores]]).toEqual([row, theirs[at]?.scores]);
          const cell = row.map((value, column) => lowered.cellOf(column, value));
          expect([row, lowered.evaluate(cell).scores]).toEqual([row, ours.scores]);
        }
      }),
      { numRuns: runs(150) },
    );
    expect(kinds.size).toBeGreaterThan(2);
  });
});
