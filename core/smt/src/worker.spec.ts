import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SolverSession } from '@ostiary/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import { smtClient } from './client.js';
import { SmtScriptError } from './script-error.js';
import { z3 } from './z3.js';

const LIMIT = { rlimit: 100_000 };
/** The built worker: a child process cannot run the sources. */
const ENTRY = fileURLToPath(new URL('../dist/worker.js', import.meta.url));

let child: ChildProcess;
afterEach(() => {
  child.kill('SIGKILL');
});

async function session(): Promise<SolverSession> {
  child = fork(ENTRY, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  await once(child, 'message');
  let id = 0;
  return {
    request: (payload) =>
      new Promise((resolve, reject) => {
        const mine = ++id;
        child.on(
          'message',
          (message: {
            readonly id: number;
            readonly ok: boolean;
            readonly value: unknown;
            readonly error?: string;
          }) => {
            if (message.id !== mine) return;
            if (message.ok) resolve(message.value);
            else reject(new Error(message.error));
          },
        );
        child.once('exit', (_, signal) => {
          reject(new Error(`gone: ${String(signal)}`));
        });
        child.send({ id: mine, payload });
      }),
    release: () => undefined,
  };
}

describe('the z3 worker', () => {
  it('answers through the client, and errors come back as errors', async () => {
    const solver = smtClient(await session());
    const context = solver.open();
    const x = { name: 'x', sort: 'Int' as const };
    const step = { text: '(declare-const x Int)(assert (= x 41))', variables: [x], assumptions: [] };
    expect(await context.check(step, LIMIT)).toEqual({ status: 'sat', model: { x: '41' } });
    const more = { text: '(assert (< x 41))', variables: [], assumptions: [] };
    expect(await context.check(more, LIMIT)).toEqual({ status: 'unsat', core: [] });
    const other = solver.open();
    await expect(other.check({ ...more, text: '(assert' }, LIMIT)).rejects.toThrow(SmtScriptError);
    // Of another context's variables it knows nothing.
    await expect(solver.open().check(more, LIMIT)).rejects.toThrow(SmtScriptError);
  });

  it('forgets what a borrower before left behind', async () => {
    const borrowed = await session();
    const step = { text: '(declare-const x Int)(assert (< x 0))', variables: [], assumptions: [] };
    await smtClient(borrowed).open().check(step, LIMIT);
    const again = { ...step, text: '(declare-const x Int)(assert (> x 0))' };
    expect(await smtClient(borrowed).open().check(again, LIMIT)).toMatchObject({ status: 'sat' });
  });

  it('can be killed in the middle of a query, and the parent notices', async () => {
    const solver = smtClient(await session());
    const text =
      '(declare-const x Int)(declare-const y Int)(declare-const z Int)' +
      '(assert (> x 2))(assert (> y 2))(assert (> z 2))(assert (= (+ (* x x x) (* y y y)) (+ (* z z z) 1)))(assert (> x 10000000))';
    const asked = solver.open().check({ text, variables: [], assumptions: [] }, { rlimit: 4_000_000_000 });
    setTimeout(() => child.kill('SIGKILL'), 300);
    await expect(asked).rejects.toThrow('gone: SIGKILL');
  });

  it('ends when its parent lets go', async () => {
    await session();
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });

  it('is declared for the host', () => {
    expect(z3).toMatchObject({ id: 'z3', engine: { name: 'z3', version: '5.1.0' } });
    expect(fileURLToPath(z3.entry)).toMatch(/worker\.js$/);
  });
});
