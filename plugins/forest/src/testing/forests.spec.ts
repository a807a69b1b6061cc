import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAF } from '../model/index.js';
import { cellForests, element, forests, nextFloat } from './forests.js';

describe('random forests', () => {
  it('have no cycle, tests over cells that split, and every leaf a row of values', () => {
    fc.assert(
      fc.property(cellForests, ({ columns, trees, targets }) => {
        const nodes = [...trees.leaf.keys()];
        const leaves = nodes.filter((node) => element(trees.leaf, node) !== -1);
        const inner = nodes.filter((node) => element(trees.leaf, node) === -1);
        expect(leaves.every((node) => (element(trees.leaf, node) + 1) * targets <= trees.values.length)).toBe(true);
        expect(inner.every((node) => element(trees.left, node) < node && element(trees.right, node) < node)).toBe(true);
        const cells = columns.map((column) => column.cells);
        expect(inner.every((node) => element(trees.rank, node) < element(cells, element(trees.column, node)) - 1)).toBe(
          true,
        );
      }),
    );
  });

  it('share children now and then', () => {
    const shared = fc.sample(forests, { numRuns: 200, seed: 1 }).filter(({ trees: { kind, whenTrue, whenFalse } }) => {
      const inner = [...kind.keys()].filter((node) => kind[node] !== LEAF);
      const children = inner.flatMap((node) => [whenTrue[node], whenFalse[node]]);
      return new Set(children).size < children.length;
    });
    expect(shared.length).toBeGreaterThan(50);
  });

  it('has neighbours of a float on both sides of zero', () => {
    expect(nextFloat(0, 1)).toBe(2 ** -149);
    expect(nextFloat(-0, -1)).toBe(-(2 ** -149));
    expect(nextFloat(-(2 ** -149), 1)).toBe(-0);
    expect(nextFloat(1, -1)).toBe(1 - 2 ** -24);
    expect(nextFloat(-1, -1)).toBe(-1 - 2 ** -23);
  });
});
