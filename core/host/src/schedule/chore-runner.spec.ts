import type { Logger } from '@ostiary/plugin-api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChoreLeases } from './chore-leases.js';
import type { Chore } from './chore-run.js';
import { ChoreRunner } from './chore-runner.js';

const warnings: object[] = [];
const log: Logger = { info: () => undefined, warn: (fields) => void warnings.push(fields), error: () => undefined };

/** Chores that another process has, and those given back. */
const taken = new Map<string, { lost: () => void }>();
const leases: ChoreLeases = {
  take: ({ name }) => {
    if (taken.has(name)) return Promise.resolve({ freeInMs: 5_000 });
    const held = { lost: (): void => undefined };
    taken.set(name, held);
    return Promise.resolve({
      onLost: (lost) => (held.lost = lost),
      giveBack: (over) => {
        givenBack.push(`${name} ${over ? 'over' : 'early'}`);
        taken.delete(name);
        return Promise.resolve();
      },
    });
  },
};
const givenBack: string[] = [];

let runner: ChoreRunner | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
  givenBack.length = 0;
  taken.clear();
});
afterEach(async () => {
  const stopped = runner?.stop(10_000);
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});

function keep(...chores: Chore[]): void {
  runner = new ChoreRunner(leases, log);
  runner.start(chores);
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
    on: 'each',
    async *run() {
      for (let step = 1; step <= steps; step += 1) {
        await pause(ms);
        done.push(`${name}${step}`);
        yield;
      }
    },
  };
}

describe('ChoreRunner', () => {
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
      on: 'each',
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
    const stopped = runner?.stop(10_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
    expect(done).toEqual(['long1']);
  });

  /** A chore whose run is a promise that ends with its signal, or never. */
  const waiting = (name: string, done: string[], heeds = true): Chore => ({
    name,
    everyMs: 1_000,
    on: 'one',
    run: (signal) => {
      done.push(`${name} begins`);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          if (heeds) setTimeout(resolve, 100);
        });
      });
    },
  });

  it('lets a run that is a promise go on by itself, and holds up no other', async () => {
    const done: string[] = [];
    keep(waiting('long', done), counting('a', 1, 1, done));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(done).toEqual(['long begins', 'a1']);
  });

  it('ends runs at the stop and gives their leases back at once', async () => {
    const done: string[] = [];
    keep(waiting('long', done));
    await vi.advanceTimersByTimeAsync(1_500);
    const stopped = runner?.stop(10_000);
    await vi.advanceTimersByTimeAsync(200);
    await stopped;
    expect([done, givenBack, warnings]).toEqual([['long begins'], ['long early'], []]);
  });

  it('leaves a run behind that does not heed the stop, and says so', async () => {
    keep(waiting('deaf', [], false));
    await vi.advanceTimersByTimeAsync(1_500);
    const stopped = runner?.stop(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await stopped;
    expect(warnings).toEqual([{ chores: ['deaf'] }]);
  });

  it('leaves a chore alone that another process has, and ends a run whose lease is lost', async () => {
    const done: string[] = [];
    taken.set('shared', { lost: () => undefined });
    keep(waiting('shared', done));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(done).toEqual([]);
    taken.delete('shared');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(done).toEqual(['shared begins']);
    taken.get('shared')?.lost();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(givenBack).toEqual(['shared early']);
  });
});
