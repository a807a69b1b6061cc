import {
  type ModeBody,
  type PluginContext,
  type PrepareContext,
  type Principal,
  ProblemError,
  SolverGone,
  type SolverSession,
} from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Profile } from '../../plugins/deployment.js';
import type { SolverBudget } from '../../compute/solver-budget.js';
import { SolverBusy } from '../../compute/solver-pool.js';
import { prepareRequest } from './preparation.js';

const profile: Profile = { description: '', wall_ms: 1_000, solver_ms: 60_000, memory_mb: 77, units: 1 };
const now = new Date('2026-11-21T10:00:00.000Z');
const principal = { accountId: 'acc_1' } as Principal;
const context = {} as PluginContext;

interface Lent {
  readonly budgets: SolverBudget[];
  released: number;
}

function prepared(
  prepare: (request: unknown, ctx: PrepareContext) => unknown,
  request: () => Promise<unknown> = () => Promise.resolve('read'),
): { readonly lent: Lent; readonly outcome: Promise<unknown> } {
  const lent: Lent = { budgets: [], released: 0 };
  const session: SolverSession = { request, release: () => (lent.released += 1) };
  const body = { request: z.unknown(), result: z.unknown(), prepare, solve: () => Promise.resolve(null) } as ModeBody<
    z.ZodType,
    z.ZodType
  >;
  const outcome = prepareRequest('asked', {
    body,
    solvers: ['trial'],
    profile,
    now,
    language: 'en',
    values: new Map(),
    principal,
    context,
    input: () => Promise.reject(new Error('not asked')),
    compute: {
      borrow: (_id, _signal, budget) => {
        lent.budgets.push(budget);
        return Promise.resolve(session);
      },
    },
  });
  return { lent, outcome };
}

const withSolver = async (_request: unknown, ctx: PrepareContext): Promise<unknown> =>
  (await ctx.solver('trial')).request(null);

describe('prepareRequest', () => {
  it('passes a request on when the mode does not look at it', async () => {
    const body = { request: z.unknown(), result: z.unknown(), solve: () => Promise.resolve(null) };
    const compute = { borrow: () => Promise.reject(new Error('not asked')) };
    const rest = {
      solvers: [],
      profile,
      now,
      language: 'en' as const,
      values: new Map(),
      principal,
      context,
      input: () => Promise.reject(new Error('not asked')),
      compute,
    };
    expect(await prepareRequest('asked', { body, ...rest })).toBe('asked');
  });

  it('lends a solver with what the profile allows, and takes it back', async () => {
    const { lent, outcome } = prepared(withSolver);
    expect(await outcome).toBe('read');
    expect(lent.budgets.map(({ memoryMb }) => memoryMb)).toEqual([77]);
    expect(lent.released).toBe(1);
  });

  it('takes it back when the mode refuses', async () => {
    const refusal = new ProblemError('invalid_request');
    const { lent, outcome } = prepared(async (_request, ctx) => {
      await ctx.solver('trial');
      throw refusal;
    });
    await expect(outcome).rejects.toBe(refusal);
    expect(lent.released).toBe(1);
  });

  it('lends no solver that the mode does not name', async () => {
    const { outcome } = prepared((_request, ctx) => ctx.solver('other'));
    await expect(outcome).rejects.toThrow('declares no solver other');
  });

  it.each([
    ['too much memory', new SolverGone('memory'), 'request_too_costly', undefined],
    ['too much time', new SolverGone('solver_time'), 'request_too_costly', undefined],
    ['a crash', new SolverGone('crashed'), 'engine_unavailable', '10'],
    ['no room to wait', new SolverBusy('trial'), 'overloaded', '1'],
  ])('POST /v1/solves answers for %s', async (_name, error, slug, retryAfter) => {
    const { outcome } = prepared(withSolver, () => Promise.reject(error));
    await expect(outcome).rejects.toBeInstanceOf(ProblemError);
    await expect(outcome).rejects.toMatchObject({
      slug,
      options: retryAfter ? { headers: { 'Retry-After': retryAfter } } : {},
    });
  });
});
