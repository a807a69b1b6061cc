import { parseJson } from '@ostiary/json';
import type { Context } from '@ostiary/policy';
import { ProblemError, SolverGone, type SolveContext, type SolverSession } from '@ostiary/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import { BatchRequest } from '../modes/batch/request.js';
import { decideBatch, prepareBatch } from '../modes/batch/somewhere.js';
import { solveBatch } from '../modes/batch/solve.js';
import { type GuardrailInput, GuardrailRequest } from '../modes/guardrail/request.js';
import { decideGuardrail, prepareGuardrail } from '../modes/guardrail/somewhere.js';
import { solveGuardrail } from '../modes/guardrail/solve.js';
import { type ChildHere, childHere } from '../testing/child-here.js';
import { fakeContext } from '../testing/fake-context.js';
import { Conversation, isReadHere, type Task } from '@ostiary/policy-modes';
import { HERE, isDecidedHere } from './place.js';
import { runInChild } from './run-in-child.js';
import { decider } from './solver.js';

const noFiles = () => Promise.reject(new Error('no files here'));
const now = new Date('2026-11-21T10:00:00.000Z');
const RULE = '@id("cap") confirm pay when amount <= 500.00 EUR;';
const LARGE = `dialect 1;
${'// why it is so\n'.repeat(5_000)}${RULE}
refuse pay when amount == 1_000.00 EUR;
`;
const request = (policy: string, more: object = {}): GuardrailInput =>
  GuardrailRequest.parse({ policy, action: { tool: 'pay', arguments: { amount: '20.00 EUR' } }, ...more });

describe('where a request is done', () => {
  const policy = `dialect 1; ${RULE}`;
  const decided = (text: string, data: object, history?: Context['history']): boolean =>
    isDecidedHere({ policy: text }, data, (loaded) =>
      loaded.work({ tool: 't', args: { ...data } }, history ? { history } : {}),
    );

  it('reads a policy here when it is small, in a child when its text or its expansion is large', () => {
    expect(LARGE.length).toBeGreaterThan(HERE.characters);
    expect(isReadHere({ policy })).toBe(true);
    expect(isReadHere({ policy: LARGE })).toBe(false);
    expect(isReadHere({ policy: { text: LARGE } })).toBe(false);
    expect(isReadHere({ policy, catalogue: { name: 'c', tools: [], note: 'x'.repeat(HERE.characters) } })).toBe(false);
    const chain = (count: number, part: string): string => Array.from({ length: count }, () => part).join(' && ');
    const grows = `dialect 2; define a = ${chain(450, 'args.x')}; define b = ${chain(300, 'a')}; allow (tool == "t") when { b };`;
    expect(isReadHere({ policy: grows })).toBe(false);
  });

  it('decides in a child when there is much to look at, or to look at again and again', () => {
    expect(decided(policy, { amount: '1.00 EUR' })).toBe(true);
    expect(decided(LARGE, {})).toBe(false);
    expect(decided(policy, { text: 'x'.repeat(HERE.circumstances) })).toBe(false);
    expect(decided(policy, { many: Array.from({ length: 10_000 }, () => 1) })).toBe(true);
    expect(decided(policy, { many: Array.from({ length: 20_000 }, () => 1) })).toBe(false);
    const list = (count: number): object => ({ l: Array.from({ length: count }, (_, i) => i) });
    const pairs = 'dialect 2; refuse (tool == "t") when { args.l.any(x, args.l.any(y, x == y)) };';
    expect(decided(pairs, list(20))).toBe(true);
    expect(decided(pairs, list(5_000))).toBe(false);
    const counts = `dialect 2;\n${'refuse (tool == "t") when history { count(u.open) within 1h by principal > 3 };\n'.repeat(200)}`;
    const events = (count: number): Context['history'] =>
      Array.from({ length: count }, () => ({ tool: 'u', state: 'ok', at: 0, args: {} }) as const);
    expect(decided(counts, {}, events(20))).toBe(true);
    expect(decided(counts, {}, events(10_000))).toBe(false);
  });

  it('a small policy that is faulty is refused here', () => {
    expect(() => isReadHere({ policy: 'dialect 1; allow' })).toThrow(ProblemError);
  });
});

describe('a request done in a child', () => {
  let child: ChildHere;
  const context = (): ReturnType<typeof fakeContext> => {
    child = childHere();
    const solver: SolveContext['solver'] = (id) =>
      id === decider.id ? child.solver(id) : Promise.reject(new Error('no solver here'));
    return fakeContext({ solver });
  };
  afterEach(() => {
    if (!child.released) throw new Error('the child was not given back');
  });

  it('is answered as it would be here, tickets, time and unknowns included', async () => {
    for (const more of [
      {},
      { context: { principal: { id: 'p' } } },
      { action: { tool: 'pay', arguments: { amount: '200.00 EUR', id: parseJson('[9007199254740993]') } } },
      { action: { tool: 'pay', arguments: {}, unknown: ['amount'] } },
    ]) {
      const asked = request(LARGE, more);
      const there = await decideGuardrail(asked, context());
      expect(child.heard[0]).toMatchObject({ kind: 'begin' });
      expect(there).toEqual(await solveGuardrail(asked, fakeContext()));
      // The ticket is the service's to issue.
      expect(child.heard.some(({ kind }) => kind === 'answer')).toBe(there.confirmation !== null);
    }
  });

  it('uses up a ticket of the service', async () => {
    const tickets = fakeContext().tickets;
    const ask = (more: object): ReturnType<typeof decideGuardrail> =>
      decideGuardrail(request(LARGE, more), fakeContext({ tickets, solver: (child = childHere()).solver }));
    const { confirmation } = await ask({});
    const again = { context: { confirmation } };
    expect(await ask(again)).toMatchObject({ answer: 'allow', slug: 'confirmed' });
  });

  it('is refused with the places of its faults', async () => {
    child = childHere();
    const policy = `${LARGE}allow pay when amount <= ;`;
    const refused = prepareGuardrail(request(policy), { now, language: 'en', solver: child.solver, input: noFiles });
    await expect(refused).rejects.toBeInstanceOf(ProblemError);
    await expect(refused).rejects.toMatchObject({
      slug: 'policy_invalid',
      options: {
        errors: [
          {
            pointer: '/policy',
            line: policy.split('\n').length,
            column: 26,
            detail: { pt: expect.any(String) as string },
          },
        ],
      },
    });
  });

  it('keeps its time from before it was stored', async () => {
    child = childHere();
    expect(
      (await prepareGuardrail(request(LARGE), { now, language: 'en', solver: child.solver, input: noFiles })).context,
    ).toEqual({
      now: now.toISOString(),
    });
  });

  it('decides a table, with its files and its progress', async () => {
    const table = BatchRequest.parse({
      policy: LARGE,
      rows: { csv: `arguments.amount\n${Array.from({ length: 2_500 }, (_, i) => `${String(i)}.00 EUR\n`).join('')}` },
      defaults: { action: { tool: 'pay' } },
    });
    child = childHere();
    expect(await prepareBatch(table, { language: 'pt', solver: child.solver, input: noFiles })).toEqual({
      ...table,
      language: 'pt',
    });
    const [there, here] = [context(), fakeContext()];
    expect(await decideBatch(table, there)).toEqual(await solveBatch(table, here));
    expect(there.files).toEqual(here.files);
    expect(there.updates.at(-1)).toEqual({ phase: 'rows', done: 2_500, total: 2_500, unit: 'rows' });
  });

  it('fails as a fault of the service when something breaks there', async () => {
    const broken = new Conversation(() => Promise.reject(new TypeError('no such thing')));
    child = { heard: [], released: true, solver: () => Promise.reject(new Error('unused')) };
    const session: SolverSession = {
      request: (payload) => broken.hear(payload as Parameters<Conversation['hear']>[0]),
      release: () => undefined,
    };
    const task: Task = { kind: 'check', mode: 'guardrail', request: request(LARGE) };
    await expect(runInChild(task, { solver: () => Promise.resolve(session), input: noFiles }, null)).rejects.toThrow(
      'TypeError: no such thing',
    );
  });

  it('tells the child when a solver it borrowed is gone', async () => {
    const gone: SolveContext['solver'] = (id) =>
      id === 'z3'
        ? Promise.resolve({ request: () => Promise.reject(new SolverGone('memory')), release: () => undefined })
        : child.solver(id);
    child = childHere();
    const sum = `${LARGE.replace('dialect 1;', 'dialect 2;').replaceAll(/(confirm|refuse) pay when (.*);/g, '$1 (tool == "pay") when { args.$2 };')}
refuse (tool == "pay") when { args.x + args.y > 3 && args.y - args.x > 5 };`;
    const asked = request(sum, { action: { tool: 'pay', arguments: { amount: '20.00 EUR' }, unknown: ['x', 'y'] } });
    const result = await decideGuardrail(asked, fakeContext({ solver: gone }));
    expect(result.completeness).toMatchObject({ holds_for_all: null, undecided_reason: 'solver_memory' });
  });
});
