import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../evaluate/index.js';
import type { Forest } from '../model/index.js';
import { readModel } from '../read/index.js';
import { asOnnx, SUMS } from './as-onnx.js';

const folder = (name: string): URL => new URL(`../../fixtures/${name}/`, import.meta.url);
const files = ['xgboost', 'lightgbm'].flatMap((format) =>
  readdirSync(folder(format))
    .filter((file) => !file.includes('expected'))
    .map((file) => [format, file] as const),
);

const forestOf = (format: string, file: string): Forest => {
  const read = readModel(readFileSync(new URL(file, folder(format))));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.forest;
};

const HUGE = [1e9, 3e9, -3e9, 3e38, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const ODD = [Number.NaN, 0, -0, -0.5, 0.5, 1, 2.5, 3, 4, -1e-36, ...HUGE];

/** Sums that onnxruntime adds up, row by row. */
async function sumsOf(forest: Forest, rows: readonly (readonly number[])[]): Promise<number[]> {
  const session = await InferenceSession.create(asOnnx(forest) ?? new Uint8Array(), { intraOpNumThreads: 1 });
  const shape = [rows.length, forest.columns.length];
  const tensor =
    forest.columns[0]?.type === 'float64'
      ? new Tensor('float64', Float64Array.from(rows.flat()), shape)
      : new Tensor('float32', Float32Array.from(rows.flat()), shape);
  const found = await session.run({ data: tensor }, [SUMS]);
  await session.release();
  return Array.from(found[SUMS]?.data as Float64Array, (sum) => sum + 0);
}

describe('models of XGBoost and LightGBM as ONNX', () => {
  it.each(files)('%s %s: onnxruntime adds up to our sums, bit for bit', async (format, file) => {
    const forest = forestOf(format, file);
    const { trees, columns } = forest;
    const known = columns.map((_, column) => [
      ...ODD,
      ...[...trees.feature.keys()].flatMap((node) =>
        trees.feature[node] === column
          ? [trees.threshold[node] ?? 0, (trees.threshold[node] ?? 0) * (1 + 2 ** -23)]
          : [],
      ),
    ]);
    const row = fc.tuple(...known.map((values) => fc.constantFrom(...values)));
    const rows = fc.sample(row, { numRuns: 300, seed: 5 });
    const ours = rows.flatMap((record) => Array.from(evaluate(forest, record).sums, (sum) => sum + 0));
    expect(await sumsOf(forest, rows)).toEqual(ours);
  });
});
