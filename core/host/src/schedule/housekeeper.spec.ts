import type { Logger } from '@ostiary/plugin-api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Housekeeper, type Chore } from './housekeeper.js';

const warnings: object[] = [];
const log: Logger = { info: () => undefined, warn: (fields) => void warnings.push(fields), error: () => undefined };

let housekeeper: Housekeeper | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
});
afterEach(async () => {
  const stopped = housekeeper?.stop();
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});

function keep(...chores: Chore[]): void {
  housekeeper = new Housekeeper(log);
  housekeeper.start(chores);
}
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
/** A chore of so many steps of so many milliseconds each. */
function counting(name: string, steps: number, ms: number, done: string[]): Chore {
  return {
    name,
    everyMs: 60_000,
    async *run() {
      for (let step = 1; step <= steps; step += 1) {
        await pause(ms);
        done.push(`${name}${step}`);
        yield;
      }
    },
  };
}

describe('Housekeeper', () => {
  it('runs each chore, then leaves it alone for its time', async () => {
    const done: string[] = [];
    keep(counting('a', 2, 1, done), counting('b', 1, 1, done));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toEqual(['a1', 'a2', 'b1']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a1', 'a2', 'b1']);
  });

  it('goes on with a long one in the next round, so that it holds up no other', async () => {
    const done: string[] = [];
    keep(counting('long', 100, 50, done), counting('short', 1, 1, done));
    await vi.advanceTimersByTimeAsync(2_000);
    const first = done.indexOf('short1');
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done.filter((step) => step.startsWith('long'))).toEqual(
      Array.from({ length: 100 }, (_, at) => `long${at + 1}`),
    );
  });

  it('tells of one that fails, begins it again later, and does the others', async () => {
    const done: string[] = [];
    let tries = 0;
    const failing: Chore = {
      name: 'failing',
      everyMs: 10_000,
      async *run() {
        tries += 1;
        yield;
        throw new Error('the disk is gone');
      },
    };
    keep(failing, counting('a', 1, 1, done));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([tries, done]).toEqual([1, ['a1']]);
    expect(warnings).toEqual([expect.objectContaining({ chore: 'failing' })]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tries).toBe(2);
  });

  it('stops after the batch under way', async () => {
    const done: string[] = [];
    keep(counting('long', 100, 500, done));
    await vi.advanceTimersByTimeAsync(1_200);
    const stopped = housekeeper?.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
    expect(done).toEqual(['long1']);
  });
});
