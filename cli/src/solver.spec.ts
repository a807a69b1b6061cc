import { completenessOf, decide, preparePolicy } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import { withSolver } from './solver.js';

/** Whether the answer depends on what is not said; no few cases tell. */
async function asked(from?: string) {
  const text =
    'dialect 2; tool t (a?: int, b?: int); allow (tool == "t") when { args.a + args.b > 10 && args.a < 3 && args.b < 3 };';
  const prepared = preparePolicy({ text });
  if (!prepared.ok) throw new Error('the policy does not read');
  const { policy } = prepared;
  const call = { tool: 't', args: {}, unknown: ['a', 'b'] };
  const question = { policy, call, context: {}, decision: decide(policy, call, {}), unknown: ['a', 'b'] };
  return withSolver((solver) => completenessOf(question, solver), from);
}

describe('withSolver', () => {
  it('asks the solver where it is installed', async () => {
    expect(await asked()).toMatchObject({ holds_for_all: true, method: 'z3', undecided_reason: null });
  });

  it('leaves the question undecided where it is not', async () => {
    expect(await asked('@ostiary/not-installed')).toMatchObject({
      holds_for_all: null,
      undecided_reason: 'solver_unavailable',
    });
  });

  it('is not asked for what needs none', async () => {
    expect(await withSolver(() => Promise.resolve(5), '@ostiary/not-installed')).toBe(5);
  });
});
