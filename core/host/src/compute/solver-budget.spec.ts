import { defineSolver, type Logger, SolverGone, type SolverSession } from '@ostiary/plugin-api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptAborted } from './attempt-aborted.js';
import { ComputeService } from './compute.service.js';
import { NO_TRACING } from '../tracing/tracing.js';
import { SolverBudget } from './solver-budget.js';

const trial = defineSolver({
  id: 'trial',
  entry: new URL('./fixtures/trial-solver.mjs', import.meta.url),
  memoryMb: 256,
  warm: 2,
  recycleAfter: 100,
  engine: { name: 'trial', version: '1' },
});
const nothing = (): void => undefined;
const log: Logger = { info: nothing, warn: nothing, error: nothing };
const never = new AbortController().signal;

let compute: ComputeService | undefined;
const budgets: SolverBudget[] = [];
function service(): ComputeService {
  compute = new ComputeService({ solvers: [trial] }, { workers: 4 }, { profiles: new Map() }, log, NO_TRACING);
  compute.start();
  return compute;
}
function budget(solverMs: number | undefined): SolverBudget {
  const made = new SolverBudget({ solverMs, memoryMb: undefined });
  budgets.push(made);
  return made;
}
afterEach(async () => {
  for (const one of budgets.splice(0)) one.close();
  await compute?.close();
});

describe('the solver time of an attempt', () => {
  it('kills a solver that loops, and no other attempt hears of it', async () => {
    const solvers = service();
    const [mine, other] = [budget(300), budget(60_000)];
    const looping = await solvers.borrow('trial', never, mine);
    const neighbour = await solvers.borrow('trial', never, other);
    const working = neighbour.request({ op: 'work', ms: 600 });
    await expect(looping.request({ op: 'spin' })).rejects.toMatchObject({ name: 'SolverGone', reason: 'solver_time' });
    await expect(working).resolves.toHaveProperty('pid');
    await expect(neighbour.request({ op: 'echo', value: 1 })).resolves.toMatchObject({ value: 1 });
    expect(other.signal.aborted).toBe(false);
  });

  it('is used up once for all: the attempt gets no further solver', async () => {
    const solvers = service();
    const mine = budget(100);
    await expect((await solvers.borrow('trial', never, mine)).request({ op: 'spin' })).rejects.toThrow('solver_time');
    await expect(solvers.borrow('trial', never, mine)).rejects.toMatchObject({ reason: 'solver_time' });
    await expect((await solvers.borrow('trial', never, budget(60_000))).request({ op: 'echo' })).resolves.toBeDefined();
  });

  it('leaves a cancel a cancel, and a deadline a deadline', async () => {
    const solvers = service();
    for (const why of ['cancelled', 'deadline'] as const) {
      const control = new AbortController();
      const session = await solvers.borrow('trial', control.signal, budget(60_000));
      const spin = session.request({ op: 'spin' });
      control.abort(new AttemptAborted(why));
      await expect(spin).rejects.toMatchObject({ reason: why });
    }
  });

  it('is not needed: without one a solver works on', async () => {
    const session = await service().borrow('trial', never, budget(undefined));
    await expect(session.request({ op: 'work', ms: 100 })).resolves.toHaveProperty('pid');
  });
});

describe('the clock of a budget', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A session whose requests take as many milliseconds as they say; below zero they fail. */
  const timed = (mine: SolverBudget): SolverSession =>
    mine.meter({
      request: (ms) =>
        new Promise((resolve, reject) => {
          if (Number(ms) < 0) reject(new SolverGone('crashed'));
          else setTimeout(resolve, Number(ms));
        }),
      release: () => undefined,
    });
  const run = async (request: Promise<unknown>, ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    await request;
  };

  it('sums up requests and sessions, and stands still between them', async () => {
    const mine = budget(1_000);
    const [one, two] = [timed(mine), timed(mine)];
    await run(one.request(400), 400);
    await vi.advanceTimersByTimeAsync(60_000);
    await run(two.request(400), 400);
    expect(vi.getTimerCount()).toBe(0);
    const last = two.request(400);
    await vi.advanceTimersByTimeAsync(199);
    expect(mine.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(mine.signal.reason).toMatchObject({ name: 'AttemptAborted', why: 'solver_time' });
    await run(last, 200);
  });

  it('runs twice as fast for two sessions at once, and once for two requests of one', async () => {
    const [both, single] = [budget(1_000), budget(1_000)];
    const [a, b, c] = [timed(both), timed(both), timed(single)];
    const open = [a.request(2_000), b.request(2_000), c.request(2_000), c.request(2_000)];
    await vi.advanceTimersByTimeAsync(500);
    expect([both.signal.aborted, single.signal.aborted]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(500);
    expect(single.signal.aborted).toBe(true);
    await run(Promise.all(open), 1_000);
  });

  it('stops when a request fails, and when the attempt is over', async () => {
    const mine = budget(1_000);
    await expect(timed(mine).request(-1)).rejects.toThrow('crashed');
    expect(vi.getTimerCount()).toBe(0);
    const open = timed(mine).request(2_000);
    mine.close();
    await run(open, 2_000);
    expect(mine.signal.aborted).toBe(false);
  });

  it('has run, at any moment, as long as a plain sum over sessions says', async () => {
    // Whole tens, and a budget that ends between them: it is never used up in the very moment in which a request ends.
    const tens = (min: number) => fc.integer({ min, max: 300 }).map((n) => 10 * n);
    const steps = fc.array(fc.record({ session: fc.nat(2), starts: tens(0), takes: tens(1) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        steps,
        tens(0).map((ms) => 4 * ms + 5),
        async (requests, solverMs) => {
          const mine = budget(solverMs);
          const sessions = [timed(mine), timed(mine), timed(mine)];
          for (const { session, starts, takes } of requests)
            setTimeout(() => void sessions[session]?.request(takes), starts);
          let abortedAt: number | undefined;
          mine.signal.addEventListener('abort', () => (abortedAt = performance.now() - from));
          const from = performance.now();
          await vi.runAllTimersAsync();
          // Millisecond by millisecond: how many sessions have a request open?
          let used = 0;
          let expected: number | undefined;
          for (let ms = 0; ms < 6_000 && expected === undefined; ms += 1) {
            const open = new Set(
              requests.filter(({ starts, takes }) => starts <= ms && ms < starts + takes).map(({ session }) => session),
            );
            used += open.size;
            if (used >= solverMs) expected = ms + 1;
          }
          // A timer of a fraction of a millisecond fires at the next whole one.
          expect(abortedAt === undefined).toBe(expected === undefined);
          expect(Math.abs((abortedAt ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
