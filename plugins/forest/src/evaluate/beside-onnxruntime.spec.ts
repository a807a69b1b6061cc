import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { type Forest, LEAF } from '../model/index.js';
import { readModel, withOutput } from '../read/index.js';
import { ensembles } from '../testing/ensembles.js';
import { nextFloat } from '../testing/forests.js';
import { ensembleOnnx } from '../testing/onnx.js';
import { answersOf, openModel } from '../testing/runtime.js';
import { evaluate, type Value } from './index.js';

const folder = new URL('../../fixtures/onnx/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.onnx'));

const ODD = [Number.NaN, 0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-45, 1, 2, 2.5, 31, 32.5, 33, -1];

/** What a column takes: thresholds that it is compared with, and their neighbours. */
function valuesOf(forest: Forest, column: number): readonly Value[] {
  const { type, takes } = forest.columns[column] ?? {};
  if (takes?.values) return takes.values;
  const texts = forest.features.flatMap(({ column: at, steps }) =>
    at === column ? steps.flatMap((step) => (step.kind === 'map' ? step.from : [])) : [],
  );
  if (type === 'string') return ['never seen', ...texts];
  const { trees } = forest;
  const thresholds = [...trees.kind.keys()].flatMap((node) =>
    trees.kind[node] !== LEAF && forest.features[trees.feature[node] ?? -1]?.column === column
      ? [trees.threshold[node] ?? 0]
      : [],
  );
  if (type === 'int64') return [0, 1, 2, 3, 31, -1, 16_777_217, ...thresholds.filter(Number.isFinite).map(Math.trunc)];
  if (type === 'int32') return [0, 1, -1, 16_777_217, 2 ** 31 - 1, -(2 ** 31)];
  const edges = forest.features.flatMap(({ column: at, steps }) =>
    at === column ? steps.flatMap((step) => (step.kind === 'bin' ? step.edges : [])) : [],
  );
  return [...ODD, ...[...thresholds, ...edges].flatMap((t) => [t, nextFloat(t, 1), nextFloat(t, -1)])].filter(
    (value) =>
      (takes?.missing !== false || !Number.isNaN(value)) && (takes?.finite !== true || Math.abs(value) !== Infinity),
  );
}

const rowsOf = (forest: Forest, count: number): readonly (readonly Value[])[] => {
  const row = fc.tuple(...forest.columns.map((_, column) => fc.constantFrom(...valuesOf(forest, column))));
  return fc.sample(row, { numRuns: count, seed: 1 });
};

const bits = (scores: Iterable<number>): readonly number[] => Array.from(scores, (score) => score + 0);

/** What ours and the runtime's answers are, side by side. */
async function besides(forest: Forest, bytes: Uint8Array, count: number): Promise<{ ours: unknown; theirs: unknown }> {
  const session = await openModel(bytes);
  if (session instanceof Error) return { ours: 'read', theirs: session.message };
  const rows = rowsOf(forest, count);
  const theirs = await answersOf(session, forest, rows);
  await session.release();
  return {
    ours: rows.map((row) => {
      const { label, scores } = evaluate(forest, row);
      return { row, label, scores: bits(scores) };
    }),
    theirs: theirs.map(({ label, scores }, at) => ({ row: rows[at], label, scores: bits(scores) })),
  };
}

describe('the interpreter beside onnxruntime', () => {
  it.each(files)('answers as it does: %s', async (file) => {
    const bytes = readFileSync(new URL(file, folder));
    const read = readModel(bytes);
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    const whole = await openModel(bytes);
    const scores = read.forest.outputs?.scores ?? '';
    const given = !(whole instanceof Error) && whole.outputNames.includes(scores);
    const { ours, theirs } = await besides(read.forest, given ? bytes : withOutput(bytes, scores), 200);
    expect(ours).toEqual(theirs);
  });

  it('answers as it does for random ensembles, and takes none that it refuses', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(ensembles, async (sketch) => {
        const bytes = ensembleOnnx(sketch);
        const found = readModel(bytes);
        if (!found.ok) return;
        read++;
        const { ours, theirs } = await besides(found.forest, bytes, 30);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: runs(400) },
    );
    expect(read).toBeGreaterThan(200);
  });
});
