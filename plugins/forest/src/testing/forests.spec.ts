import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAF } from '../model/index.js';
import { cellForests, forests, nextFloat } from './forests.js';

describe('random forests', () => {
  it('have no cycle, tests over cells that split, and every leaf a row of values', () => {
    fc.assert(
      fc.property(cellForests, ({ columns, trees, targets }) => {
        for (let node = 0; node < trees.leaf.length; node++) {
          if (trees.leaf[node] !== -1) {
            expect(trees.values.length).toBeGreaterThanOrEqual((trees.leaf[node] + 1) * targets);
            continue;
          }
          expect(trees.left[node]).toBeLessThan(node);
          expect(trees.right[node]).toBeLessThan(node);
          expect(trees.rank[node]).toBeLessThan((columns[trees.column[node]]?.cells ?? 0) - 1);
        }
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
