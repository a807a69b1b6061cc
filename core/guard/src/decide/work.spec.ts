import { describe, expect, it } from 'vitest';
import { prepared } from '../testing/index.js';
import { isTooMuchWork, replaysFor } from './work.js';

const policy = prepared('dialect 2; allow (tool == "t") when { args.l.any(a, args.l.any(b, a + b == 1)) };');
const call = (length: number) => ({ tool: 't', args: { l: Array.from({ length }, (_, i) => i) } });

describe('the work of one decision', () => {
  it('is bounded by half a billion steps, whatever they are for', () => {
    const at = (steps: number): boolean => isTooMuchWork({ ...policy, work: () => steps }, call(0), {});
    expect([at(0), at(500_000_000), at(500_000_001)]).toEqual([false, false, true]);
  });

  it('is too much a little above the length at which it reaches that', () => {
    const lengths = Array.from({ length: 40 }, (_, i) => 100 * (i + 1));
    const first = lengths.find((length) => isTooMuchWork(policy, call(length), {})) ?? 0;
    expect(first).toBeGreaterThan(500);
    expect(policy.work(call(first), {})).toBeLessThan(2 * 500_000_000);
    expect(isTooMuchWork(policy, call(first - 100), {})).toBe(false);
  });

  it('leaves fewer replays the more there is of it, and none when there is too much', () => {
    const of = (steps: number): number => replaysFor({ ...policy, work: () => steps }, call(0), {});
    expect([of(500_000_000), of(1_000_000_000), of(5_000_000_000)]).toEqual([5, 2, 0]);
    expect(of(0)).toBe(2_500_000_000);
  });
});
