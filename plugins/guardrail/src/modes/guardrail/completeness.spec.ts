import { type SolverSession, SolverGone } from '@ostiary/plugin-api';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideTwice } from '../../decide/decide.js';
import { loadChecked } from '../../policy/load.js';
import { fakeContext } from '../../testing/fake-context.js';
import { completenessOf } from './completeness.js';
import type { CompletenessOutput } from './result.js';

/** Sums of two unknown numbers: too many cells to count, little work for the solver. */
const policy = loadChecked(
  `dialect 2; default refuse;
  @id("sum") allow (tool == "t") when { args.a + args.b <= 1000 && args.b - args.c <= 7 && args.a > 2 * args.c };`,
  undefined,
);
const call = { tool: 't', args: {} };

function about(solver: () => Promise<SolverSession>, signal?: AbortSignal): Promise<CompletenessOutput> {
  const context = {};
  const decision = decideTwice(policy, call, context);
  return completenessOf(
    { policy, call, context, decision, unknown: ['a', 'b', 'c'] },
    fakeContext({ solver, ...(signal && { signal }) }),
  );
}

function failing(error: Error): SolverSession {
  const request = async (): Promise<never> => {
    throw error;
  };
  return { request, release: () => undefined };
}

describe('completeness that needs the solver', () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it('borrows it once, gives it back, and replays what it finds', async () => {
    let borrowed = 0;
    let released = 0;
    const found = await about(() => {
      borrowed += 1;
      return Promise.resolve({
        request: async (payload) => {
          const { script, options } = payload as {
            script: Parameters<OpenedZ3['check']>[0];
            options: Parameters<OpenedZ3['check']>[1];
          };
          return { kind: 'answer', answer: await z3.check(script, options) };
        },
        release: () => {
          released += 1;
        },
      });
    });
    expect(found).toMatchObject({
      complete: false,
      missing: ['args.a', 'args.b', 'args.c'],
      holds_for_all: false,
      method: 'witness',
      undecided_reason: null,
    });
    expect([borrowed, released]).toEqual([1, 1]);
    const witness = found.witnesses.find(({ answer }) => answer === 'allow');
    const { tool, arguments: args } = (witness?.action ?? {}) as { tool: string; arguments: Record<string, unknown> };
    expect(decideTwice(policy, { tool, args }, {}).answer).toBe('allow');
  });

  it.each([
    ['none is free', () => Promise.reject(new Error('busy')), 'solver_unavailable'],
    ['it runs out of memory', () => Promise.resolve(failing(new SolverGone('memory'))), 'solver_memory'],
    ['it takes too long', () => Promise.resolve(failing(new SolverGone('solver_time'))), 'solver_time'],
    ['no time is left for it', () => Promise.reject(new SolverGone('solver_time')), 'solver_time'],
    ['it cannot be started', () => Promise.reject(new SolverGone('crashed')), 'solver_unavailable'],
    ['it crashes', () => Promise.resolve(failing(new SolverGone('crashed'))), 'solver_crashed'],
  ])('leaves it undecided when %s', async (_, solver, reason) => {
    expect(await about(solver)).toMatchObject({ holds_for_all: null, method: 'none', undecided_reason: reason });
  });

  it('does not outlive its job', async () => {
    const control = new AbortController();
    control.abort();
    await expect(about(() => Promise.resolve(failing(new SolverGone('cancelled'))), control.signal)).rejects.toThrow(
      'cancelled',
    );
  });
});
