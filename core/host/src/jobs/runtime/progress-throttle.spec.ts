import type { Progress } from '@ostiary/plugin-api';
import { describe, expect, it, vi } from 'vitest';
import { PROGRESS_INTERVAL_MS, ProgressThrottle } from './progress-throttle.js';

const at = (done: number): Progress => ({ phase: 'rows', done, total: 1_000 });

describe('ProgressThrottle', () => {
  it('stores at most one update in each interval, the first and then the newest', async () => {
    vi.useFakeTimers();
    const stored: number[] = [];
    const throttle = new ProgressThrottle(
      async ({ done }) => {
        stored.push(done);
      },
      () => undefined,
    );
    for (let tick = 0; tick < 1_000; tick += 1) {
      throttle.update(at(tick));
      await vi.advanceTimersByTimeAsync(1);
    }
    vi.useRealTimers();
    expect(stored.length).toBeLessThanOrEqual(1_000 / PROGRESS_INTERVAL_MS + 1);
    expect(stored[0]).toBe(0);
    expect(stored).toEqual(stored.toSorted((a, b) => a - b));
  });

  it('answers on close what was not stored, once the write under way is done', async () => {
    let finish = (): void => undefined;
    const stored: number[] = [];
    const throttle = new ProgressThrottle(
      async ({ done }) => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        stored.push(done);
      },
      () => undefined,
    );
    throttle.update(at(1));
    throttle.update(at(2));
    const closing = throttle.close();
    finish();
    expect(await closing).toEqual(at(2));
    expect(stored).toEqual([1]);
    throttle.update(at(3));
    expect(stored).toEqual([1]);
  });

  it('tells an error and goes on', async () => {
    vi.useFakeTimers();
    const errors: unknown[] = [];
    let calls = 0;
    const throttle = new ProgressThrottle(
      async () => {
        calls += 1;
        if (calls === 1) throw new Error('away');
      },
      (error) => errors.push(error),
    );
    throttle.update(at(1));
    await vi.advanceTimersByTimeAsync(PROGRESS_INTERVAL_MS);
    throttle.update(at(2));
    await vi.advanceTimersByTimeAsync(PROGRESS_INTERVAL_MS);
    vi.useRealTimers();
    expect(errors).toHaveLength(1);
    expect(calls).toBe(2);
  });
});
