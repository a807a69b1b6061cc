import { type Completeness, completenessOf, decide } from '@ostiary/guard';
import { type SolverSession, SolverGone } from '@ostiary/plugin-api';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeContext } from '../../testing/fake-context.js';
import { borrowing } from '../../testing/z3-session.js';
import { withSolver } from './borrowed-solver.js';
import { loadChecked } from '@ostiary/policy-modes';

/** Sums of two unknown numbers: too many cells to count, little work for the solver. */
const policy = loadChecked(
  `dialect 2; default refuse;
  @id("sum") allow (tool == "t") when { args.a + args.b <= 1000 && args.b - args.c <= 7 && args.a > 2 * args.c };`,
  undefined,
);
const call = { tool: 't', args: {} };

function about(solver: () => Promise<SolverSession>, signal?: AbortSignal): Promise<Completeness> {
  const context = {};
  const decision = decide(policy, call, context);
  return withSolver(fakeContext({ solver, ...(signal && { signal }) }), (lent) =>
    completenessOf({ policy, call, context, decision, unknown: ['a', 'b', 'c'] }, lent),
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
    const lend = borrowing(z3, () => {
      released += 1;
    });
    const found = await about(() => {
      borrowed += 1;
      return lend();
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
    expect(decide(policy, { tool, args }, {}).answer).toBe('allow');
  });

  it.each([
    ['none is free', () => Promise.reject(new Error('busy')), 'solver_unavailable'],
    ['it runs out of memory', () => Promise.resolve(failing(new SolverGone('memory'))), 'solver_memory'],
    ['it takes too long', () => Promise.resolve(failing(new SolverGone('solver_time'))), 'solver_time'],
    ['no time is left for it', () => Promise.reject(new SolverGone('solver_time')), 'solver_time'],
    ['no memory is left for it', () => Promise.reject(new SolverGone('memory')), 'solver_memory'],
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

describe('what is open', () => {
  const ask = async (
    text: string,
    args: Record<string, unknown>,
    context: Parameters<typeof completenessOf>[0]['context'],
    unknown: readonly string[] = [],
    catalogue?: unknown,
  ): Promise<Completeness> => {
    const loaded = loadChecked(text, catalogue);
    const asked = { tool: 't', args };
    return withSolver(fakeContext(), (lent) =>
      completenessOf({ policy: loaded, call: asked, context, unknown, decision: decide(loaded, asked, context) }, lent),
    );
  };
  const past = { tool: 't', state: 'ok', at: 0, args: { n: 2, key: 'k' }, session: 's' } as const;

  it.each<[string, string, Record<string, unknown>, Parameters<typeof completenessOf>[0]['context'], string[], string]>(
    [
      [
        'labels of arguments beside known labels of the session',
        'allow (tool == "t") when { session.label("a") && !label(args.n, "b") };',
        { n: 1 },
        { labels: { session: ['a'] } },
        [],
        'labels',
      ],
      [
        'labels of the session beside known labels of arguments',
        'allow (tool == "t") when { session.label("a") && !label(args.n, "b") };',
        { n: 1 },
        { labels: { args: {} } },
        [],
        'session.labels',
      ],
      [
        'the session that a window is about',
        'allow (tool == "t") when history { formerly within session by anyone t.ok };',
        {},
        { now: 1, history: [past] },
        [],
        'session.id',
      ],
      [
        'an argument that only a sum with the present call reads',
        'allow (tool == "t") when history { sum(t.ok.n) within 1h by session including this > 3 };',
        {},
        { now: 1, history: [past], session: { id: 's' } },
        ['n'],
        'args.n',
      ],
      [
        'an argument that only the key of a count reads',
        'allow (tool == "t") when history { count(t.ok) within 1h by args.key >= 1 };',
        {},
        { now: 1, history: [past] },
        ['key'],
        'args.key',
      ],
      [
        'rates of a version that is not given',
        'allow (tool == "t") when { args.cost in EUR using rates@v3 == 0.07 EUR };',
        { cost: '9.00 USD' },
        { rates: { v2: { USD: { EUR: '1' } } } },
        [],
        'rates',
      ],
    ],
  )('%s', async (_, rule, args, context, unknown, path) => {
    const text = `dialect 2; ${rule}`;
    const said = await ask(text, args, context, unknown);
    expect(said).toMatchObject({ complete: false, missing: [path], holds_for_all: false, depends_on: [path] });
    expect(said.witnesses.map(({ answer }) => answer)).toEqual(['allow']);
  });

  it('is an argument of unknown value, whatever stands in its place; not what is malformed beside it', async () => {
    const text = 'dialect 2; allow (tool == "t") when { args.n > 3 };';
    const number = { type: { kind: 'int' }, required: false };
    const catalogue = {
      document: {
        name: 'c',
        tools: [{ name: 't', classes: ['write'], args: { kind: 'record', fields: { n: number, m: number } } }],
      },
    };
    expect(await ask(text, { n: 'x' }, {}, ['n'], catalogue)).toMatchObject({ depends_on: ['args.n'] });
    expect(await ask(text, { n: 'x', m: 2 ** 53 }, {}, ['n'], catalogue)).toMatchObject({
      holds_for_all: true,
      method: 'constant',
    });
  });

  it('does not look for a pair in a version of rates that is given', async () => {
    const text = 'dialect 2; allow (tool == "t") when { args.cost in EUR using rates@v3 == 0.07 EUR };';
    expect(await ask(text, { cost: '9.00 USD' }, { rates: { v3: { GBP: { EUR: '1' } } } })).toMatchObject({
      complete: true,
      holds_for_all: true,
    });
  });
});
