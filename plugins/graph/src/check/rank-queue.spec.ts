import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { RankQueue } from './rank-queue.js';

describe('a queue by rank', () => {
  it('gives the least number from a number on, as a sorted list does', () => {
    const size = 70_000;
    const step = fc.oneof(
      fc.record({ add: fc.nat(size - 1) }),
      fc.record({ add: fc.nat(100) }),
      fc.record({ take: fc.nat(size) }),
      fc.record({ take: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new RankQueue(size);
        const list = new Set<number>();
        const taken: number[] = [];
        const least: number[] = [];
        for (const each of steps)
          if ('add' in each) {
            queue.add(each.add);
            list.add(each.add);
          } else {
            const expected = Math.min(...[...list].filter((number) => number >= each.take), Infinity);
            taken.push(queue.take(each.take));
            least.push(expected === Infinity ? -1 : expected);
            list.delete(expected);
          }
        expect(taken).toEqual(least);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([1, 32, 33, 1024])('has room for numbers below %i', (size) => {
    const queue = new RankQueue(size);
    queue.add(size - 1);
    expect(queue.take(size)).toBe(-1);
    expect(queue.take(0)).toBe(size - 1);
    expect(queue.take(0)).toBe(-1);
  });
});
