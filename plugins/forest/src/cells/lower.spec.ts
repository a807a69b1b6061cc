import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { evaluate, type Value } from '../evaluate/index.js';
import type { Column, Forest } from '../model/index.js';
import { readModel } from '../read/index.js';
import { forests, nextFloat, rowsOf, values } from '../testing/forests.js';
import { type ColumnDomain, lower, type LoweredForest, wholeDomain } from './index.js';

const lowered = (forest: Forest, domains: readonly ColumnDomain[]): LoweredForest => {
  const found = lower(forest, domains);
  if (!found.ok) throw new Error(`column ${found.column}`);
  return found.lowered;
};

const cellsOf = (low: LoweredForest, row: readonly Value[]): readonly number[] =>
  row.map((value, column) => low.cellOf(column, value));

/** The first and the last value of each cell of each column, in a record that is otherwise `row`. */
function ends(low: LoweredForest, row: readonly Value[]): readonly (readonly Value[])[] {
  return low.forest.columns.flatMap(({ cells, high }, column) =>
    Array.from({ length: cells }, (_, cell) => [low.valueIn(column, cell), low.valueIn(column, cell, high[cell])])
      .flat()
      .map((value) => row.map((other, at) => (at === column ? (value ?? 'never seen') : other))),
  );
}

/** Both answers to a record: of the forest, and over cells. */
const answers = (forest: Forest, low: LoweredForest, row: readonly Value[]): readonly unknown[] => [
  { row, ...evaluate(forest, row) },
  { row, ...low.evaluate(cellsOf(low, row)) },
];

const numbers: fc.Arbitrary<ColumnDomain> = fc.oneof(
  fc
    .tuple(values, values, fc.boolean(), fc.constantFrom('float32', 'float64' as const))
    .filter(([a, b]) => !Number.isNaN(a) && !Number.isNaN(b))
    .map(([a, b, missing, type]): ColumnDomain => ({ type, min: Math.min(a, b), max: Math.max(a, b), missing })),
  fc.record({
    type: fc.constant('int' as const),
    min: fc.integer({ min: -5, max: 0 }),
    max: fc.integer({ min: 0, max: 50 }),
    missing: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('grid' as const),
    min: fc.constantFrom(0, -0.3, 0.25),
    max: fc.constantFrom(0.5, 1, 3.05),
    step: fc.constantFrom(0.1, 0.05, 1),
    missing: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('categories' as const),
    values: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 40, 0.5), { minLength: 1 }),
    other: fc.constant(false),
    missing: fc.boolean(),
  }),
  fc.constant<ColumnDomain>({ type: 'bool', missing: false }),
);

describe('lowering to cells', () => {
  it('keeps every answer, over all that a column of floats can have', () => {
    const given = forests.chain((forest) => fc.tuple(fc.constant(forest), rowsOf(forest)));
    fc.assert(
      fc.property(given, ([forest, row]) => {
        const low = lowered(forest, forest.columns.map(wholeDomain));
        for (const record of [row, ...ends(low, row)]) {
          const [one, other] = answers(forest, low, record);
          expect(other).toEqual(one);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('keeps every answer in domains of all kinds', () => {
    const given = forests.chain((forest) =>
      fc.tuple(
        fc.constant(forest),
        fc.array(numbers, { minLength: forest.columns.length, maxLength: forest.columns.length }),
      ),
    );
    fc.assert(
      fc.property(given, fc.nat(), ([forest, domains], pick) => {
        const low = lowered(forest, domains);
        const row = low.forest.columns.map(({ cells }, column) => low.valueIn(column, pick % cells) ?? 0);
        for (const record of ends(low, row)) {
          const [one, other] = answers(forest, low, record);
          expect(other).toEqual(one);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('leaves no value between two cells, and none in two', () => {
    fc.assert(
      fc.property(forests, (forest) => {
        const low = lowered(forest, forest.columns.map(wholeDomain));
        for (const { low: first, high: last, cells } of low.forest.columns) {
          expect(first[0]).toBe(Number.NEGATIVE_INFINITY);
          expect(last[cells - 2]).toBe(Number.POSITIVE_INFINITY);
          for (let cell = 1; cell < cells - 1; cell++) {
            expect(first[cell]).toBe(nextFloat(last[cell - 1] ?? 0, 1) + 0);
            expect(last[cell]).toBeGreaterThanOrEqual(first[cell] ?? 0);
          }
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it('knows what a column cannot have', () => {
    const [forest] = fc.sample(forests, { numRuns: 1, seed: 3 });
    if (!forest) return;
    const one = { ...forest, columns: forest.columns.slice(0, 1), features: forest.features.slice(0, 1) };
    const trees = {
      ...forest.trees,
      roots: Int32Array.of(0),
      feature: forest.trees.feature.map((f) => Math.min(f, 0)),
    };
    const low = lowered({ ...one, trees }, [{ type: 'int', min: 1, max: 9, missing: false }]);
    expect([0, 1, 2.5, 9, 10, Number.NaN].map((value) => low.cellOf(0, value) >= 0)).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(lower({ ...one, trees }, [{ type: 'int', min: 0.2, max: 0.8, missing: false }])).toEqual({
      ok: false,
      column: 0,
    });
  });

  const folder = new URL('../../fixtures/onnx/', import.meta.url);
  const domain = (column: Column): ColumnDomain => {
    const whole = wholeDomain(column);
    return whole.type === 'categories' ? { ...whole, values: ['car', 'house', 'school'] } : whole;
  };

  it.each(readdirSync(folder))('keeps every answer of %s', (file) => {
    const read = readModel(readFileSync(new URL(file, folder)));
    if (!read.ok) throw new Error(read.problem.slug);
    const { forest } = read;
    const low = lowered(forest, forest.columns.map(domain));
    const row = low.forest.columns.map(({ cells }, column) => low.valueIn(column, cells >> 1) ?? 'never seen');
    const both = ends(low, row).map((record) => answers(forest, low, record));
    expect(both.map(([, other]) => other)).toEqual(both.map(([one]) => one));
  });
});
