import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stretchesOf } from './stretches.js';

describe('parts of a job', () => {
  it('hold everything once, in order, and are not many', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.integer({ min: 1, max: 1_000 }), (total, least) => {
        const parts = stretchesOf(total, least);
        expect(parts.length).toBeLessThanOrEqual(32);
        expect(parts.map(({ from }) => from)).toEqual([0, ...parts.map(({ to }) => to)].slice(0, parts.length));
        expect(parts.at(-1)?.to ?? 0).toBe(total);
        expect(parts.slice(0, -1).every(({ from, to }) => to - from >= least)).toBe(true);
      }),
    );
  });

  it('are as small as they may be where the work is little', () => {
    expect(stretchesOf(45, 20).map(({ to }) => to)).toEqual([20, 40, 45]);
  });
});
