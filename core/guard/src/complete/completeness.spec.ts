import type { SmtSolver } from '@ostiary/policy/symbolic';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { prepared } from '../testing/index.js';
import { type Completeness, completenessOf } from './completeness.js';

/** More unknowns than are counted out, so that a solver is asked. */
const policy = prepared(
  'dialect 2; allow (tool == "t") when { args.a + args.b <= 1000 && args.b - args.c <= 7 && args.a > 2 * args.c };',
);

async function about(reason: string): Promise<Completeness> {
  const solver: SmtSolver = {
    open: () => ({
      check: () => Promise.resolve({ status: 'unknown', reason }),
      close: () => undefined,
    }),
  };
  const [call, unknown] = [{ tool: 't', args: {} }, ['a', 'b', 'c']];
  return completenessOf({ policy, call, context: {}, decision: decide(policy, call, {}), unknown }, solver);
}

describe('completeness with a solver that gives up', () => {
  it.each([
    ['resource_limit', 'resource_limit'],
    ['(incomplete (theory arithmetic))', 'solver_unknown'],
  ])('is not decided, which is neither yes nor no: %s', async (words, reason) => {
    expect(await about(words)).toEqual({
      complete: false,
      missing: ['args.a', 'args.b', 'args.c'],
      holds_for_all: null,
      method: 'none',
      depends_on: [],
      may_depend_on: [],
      unsettled: [{ answer: 'allow', reason }],
      witnesses: [],
      undecided_reason: reason,
    });
  });
});
