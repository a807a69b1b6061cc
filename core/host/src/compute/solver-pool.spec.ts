import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SolverGone, defineSolver, type SolverDefinition } from '@ostiary/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import { AttemptAborted } from './attempt-aborted.js';
import { residentBytes } from './resident-memory.js';
import { SolverBusy, SolverPool, type PoolOptions } from './solver-pool.js';

const trial = (over: Partial<SolverDefinition> = {}): SolverDefinition =>
  defineSolver({
    id: 'trial',
    entry: new URL('./fixtures/trial-solver.mjs', import.meta.url),
    memoryMb: 256,
    warm: 1,
    recycleAfter: 100,
    engine: { name: 'trial', version: '1' },
    ...over,
  });

const open: SolverPool[] = [];
function pool(definition: SolverDefinition, options: Partial<PoolOptions> = {}): SolverPool {
  const made = new SolverPool(definition, { maxProcesses: 2, maxWaiting: 4, ...options });
  open.push(made);
  made.start();
  return made;
}
const alive = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
};
async function until(what: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!what()) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((next) => setTimeout(next, 10));
  }
}
const never = new AbortController().signal;
const pidOf = async (session: { request(p: unknown): Promise<unknown> }): Promise<number> =>
  ((await session.request({ op: 'echo', value: 0 })) as { pid: number }).pid;

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe('SolverPool', () => {
  it('answers requests in order, with structured-clone payloads, and reuses the child', async () => {
    const solvers = pool(trial());
    const session = await solvers.borrow(never);
    const answers = await Promise.all([1n, new Map([['a', 1]])].map((value) => session.request({ op: 'echo', value })));
    expect(answers.map((a) => (a as { value: unknown }).value)).toEqual([1n, new Map([['a', 1]])]);
    const pid = await pidOf(session);
    session.release();
    await until(() => solvers.stats().busy === 0);
    await until(() => solvers.stats().idle >= 1);
    const pids = await Promise.all([0, 1].map(async () => pidOf(await solvers.borrow(never))));
    expect(pids).toContain(pid);
  });

  it('passes a throw of the solver on and keeps the child', async () => {
    const session = await pool(trial()).borrow(never);
    const pid = await pidOf(session);
    await expect(session.request({ op: 'throw' })).rejects.toThrow('told to');
    expect(await pidOf(session)).toBe(pid);
  });

  it('refuses requests after release', async () => {
    const session = await pool(trial()).borrow(never);
    session.release();
    await expect(session.request({ op: 'echo' })).rejects.toThrow('released');
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['deadline', 'deadline'],
    ['shutdown', 'cancelled'],
  ] as const)('kills a busy loop on %s', async (why, reason) => {
    const control = new AbortController();
    const solvers = pool(trial());
    const session = await solvers.borrow(control.signal);
    const pid = await pidOf(session);
    const spin = session.request({ op: 'spin' });
    await new Promise((next) => setTimeout(next, 100));
    control.abort(new AttemptAborted(why));
    await expect(spin).rejects.toMatchObject({ name: 'SolverGone', reason });
    await until(() => !alive(pid));
    await until(() => solvers.stats().idle === 1);
  });

  it('kills a child whose resident set passes the cap', async () => {
    const deaths: unknown[] = [];
    const solvers = pool(trial({ memoryMb: 160 }), { onDeath: (death) => deaths.push(death.reason) });
    const session = await solvers.borrow(never);
    await expect(session.request({ op: 'hoard' })).rejects.toMatchObject({ reason: 'memory' });
    expect(deaths).toEqual(['memory']);
  });

  it('calls death at the heap limit memory too', async () => {
    const session = await pool(trial({ memoryMb: 120 })).borrow(never);
    await expect(session.request({ op: 'heap' })).rejects.toMatchObject({ reason: 'memory' });
  });

  it('holds each borrower to its own cap: one dies of what its neighbour may have', async () => {
    const solvers = pool(trial({ memoryMb: 1_024 }), { capsMb: [160, 1_024] });
    const [large, small] = [await solvers.borrow(never, 1_024), await solvers.borrow(never, 160)];
    const held = large.request({ op: 'hold', mb: 300 });
    await expect(small.request({ op: 'hoard' })).rejects.toMatchObject({ reason: 'memory' });
    await held;
    // Two more looks at the memory have passed it by.
    expect(await large.request({ op: 'work', ms: 400 })).toMatchObject({ pid: await pidOf(large) });
  });

  it('replaces a child that came back too large for the least cap there is, and keeps the others', async () => {
    const solvers = pool(trial({ memoryMb: 1_024 }), { maxProcesses: 1, capsMb: [8, 256, 1_024] });
    const first = await solvers.borrow(never, 1_024);
    const pid = await pidOf(first);
    first.release();
    const second = await solvers.borrow(never, 1_024);
    expect(await second.request({ op: 'hold', mb: 300 })).toEqual({ pid });
    second.release();
    const third = await solvers.borrow(never, 256);
    expect(await pidOf(third)).not.toBe(pid);
    await third.request({ op: 'work', ms: 300 });
    expect(alive(pid)).toBe(false);
  });

  it('refuses a cap under which even a fresh child has no room, every time, and keeps the child for others', async () => {
    const solvers = pool(trial({ memoryMb: 1_024 }), { maxProcesses: 1, capsMb: [8, 1_024] });
    const first = await solvers.borrow(never, 1_024);
    const pid = await pidOf(first);
    first.release();
    for (let tries = 0; tries < 3; tries += 1)
      await expect(solvers.borrow(never, 8)).rejects.toMatchObject({ name: 'SolverGone', reason: 'memory' });
    const waiting = solvers.borrow(never, 1_024);
    expect(await pidOf(await waiting)).toBe(pid);
  });

  it('goes on measuring after a failure, ends what it cannot measure for long, and says which is the case', async () => {
    let broken = false;
    const faults: unknown[] = [];
    const solvers = pool(trial({ warm: 0 }), {
      residentBytes: (pid) => (broken ? Promise.reject(new Error('no /proc')) : residentBytes(pid)),
      onFault: (error) => faults.push(error),
    });
    const session = await solvers.borrow(never);
    await session.request({ op: 'echo', value: 0 });
    broken = true;
    await until(() => faults.length === 1);
    expect(solvers.holdsCaps).toBe(true);
    await expect(session.request({ op: 'spin' })).rejects.toMatchObject({ reason: 'memory' });
    expect(solvers.holdsCaps).toBe(false);
    session.release();
    broken = false;
    const next = await solvers.borrow(never);
    await expect(next.request({ op: 'hoard' })).rejects.toMatchObject({ reason: 'memory' });
    expect(solvers.holdsCaps).toBe(true);
    expect(faults).toHaveLength(1);
  });

  it('tells a crash, keeps a replacement warm, and serves the next borrower', async () => {
    const deaths: string[] = [];
    const solvers = pool(trial(), { onDeath: (death) => deaths.push(death.reason) });
    const session = await solvers.borrow(never);
    await expect(session.request({ op: 'exit' })).rejects.toBeInstanceOf(SolverGone);
    await expect(session.request({ op: 'echo' })).rejects.toMatchObject({ reason: 'crashed' });
    expect(deaths).toEqual(['crashed']);
    session.release();
    expect(await pidOf(await solvers.borrow(never))).toBeGreaterThan(0);
  });

  it('recycles a child after its number of requests', async () => {
    const solvers = pool(trial({ recycleAfter: 2, warm: 1 }), { maxProcesses: 1 });
    const first = await solvers.borrow(never);
    const pid = await pidOf(first);
    await pidOf(first);
    first.release();
    const second = await solvers.borrow(never);
    expect(await pidOf(second)).not.toBe(pid);
    expect(alive(pid)).toBe(false);
  });

  it('never reuses a child given back with a request open', async () => {
    const solvers = pool(trial(), { maxProcesses: 1 });
    const first = await solvers.borrow(never);
    const pid = await pidOf(first);
    const spin = first.request({ op: 'spin' });
    first.release();
    await expect(spin).rejects.toBeInstanceOf(SolverGone);
    expect(await pidOf(await solvers.borrow(never))).not.toBe(pid);
  });

  it('lets borrowers wait in order, bounded, and leaves the line on abort', async () => {
    const solvers = pool(trial(), { maxProcesses: 1, maxWaiting: 2 });
    const held = await solvers.borrow(never);
    const control = new AbortController();
    const gone = solvers.borrow(control.signal);
    const next = solvers.borrow(never);
    await expect(solvers.borrow(never)).rejects.toBeInstanceOf(SolverBusy);
    control.abort(new AttemptAborted('deadline'));
    await expect(gone).rejects.toMatchObject({ reason: 'deadline' });
    held.release();
    expect(await pidOf(await next)).toBeGreaterThan(0);
    expect(solvers.stats()).toMatchObject({ busy: 1, waiting: 0 });
  });

  it('tells those who wait when the solver cannot start, and does not start it in a loop', async () => {
    const solvers = pool(trial({ entry: new URL('./fixtures/stillborn-solver.mjs', import.meta.url) }));
    await expect(solvers.borrow(never)).rejects.toMatchObject({ reason: 'crashed' });
    expect(solvers.stats().starting).toBe(0);
  });

  it('shows a child none of the host environment', async () => {
    process.env['OSTIARY_PEPPER_TRIAL'] = 'secret';
    const session = await pool(trial()).borrow(never);
    const seen = (await session.request({ op: 'env' })) as Record<string, string>;
    delete process.env['OSTIARY_PEPPER_TRIAL'];
    expect(Object.keys(seen).filter((name) => name.startsWith('OSTIARY'))).toEqual([]);
  });

  it('leaves no busy child behind when the parent is killed', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/doomed-parent.mjs', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text))),
    );
    expect(alive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !alive(pid));
  });

  it('adds little memory of its own to a child, however long it computes', async () => {
    const session = await pool(trial()).borrow(never);
    const pid = await pidOf(session);
    session.request({ op: 'spin' }).catch(() => undefined);
    const sizes: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      await new Promise((next) => setTimeout(next, 500));
      sizes.push(await residentBytes(pid));
    }
    expect(Math.max(...sizes)).toBeLessThan(120 * 1024 * 1024);
  });

  it('leaves no process behind on close', async () => {
    const solvers = pool(trial({ warm: 2 }));
    const session = await solvers.borrow(never);
    const pid = await pidOf(session);
    session.request({ op: 'spin' }).catch(() => undefined);
    await solvers.close();
    expect(alive(pid)).toBe(false);
    await expect(solvers.borrow(never)).rejects.toBeInstanceOf(SolverGone);
  });
});
