import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { BatchRequest } from './batch/request.js';
import { prepareBatch } from './batch/somewhere.js';
import { GuardrailRequest } from './guardrail/request.js';
import { prepareGuardrail } from './guardrail/somewhere.js';
import { childHere } from '../testing/child-here.js';

const now = new Date('2026-11-21T10:00:00.000Z');
const action = { tool: 't', arguments: {} };
const good = 'dialect 1; allow t when n <= 5;';

const noFiles = () => Promise.reject(new Error('no files here'));
const world = { now, language: 'en' as const, solver: childHere().solver, input: noFiles };

async function refusal(request: object): Promise<ProblemError> {
  try {
    await prepareGuardrail(GuardrailRequest.parse({ policy: good, action, ...request }), world);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const itemsOf = (problem: ProblemError): readonly ProblemItem[] => problem.options.errors ?? [];

describe('a call that would take too long to decide', () => {
  const list = Array.from({ length: 10_000 }, (_, index) => index);
  const text = 'k'.repeat(1_000_000);
  const nested = 'args.l.any(a, args.l.any(b, args.l.any(c, a + b + c == 1)))';
  const globs = Array.from({ length: 1_000 }, (_, index) => `allow t when s like "*${index}*";`).join('\n');

  it.each([
    ['lists under quantifiers of quantifiers', `dialect 2; allow (tool == "t") when { ${nested} };`, { l: list }],
    ['many patterns over a long text', `dialect 1; ${globs}`, { s: text }],
  ])('%s: is refused before it is a job, with the place and the reason', async (_, policy, args) => {
    const problem = await refusal({ policy, action: { tool: 't', arguments: args } });
    expect(problem.slug).toBe('invalid_request');
    expect(itemsOf(problem)).toEqual([
      {
        pointer: '/action/arguments',
        slug: 'decision_too_large',
        detail: {
          en: expect.stringMatching(/too large/) as string,
          pt: expect.stringMatching(/grandes demais/) as string,
        },
      },
    ]);
  });

  it.each([
    [`dialect 2; allow (tool == "t") when { ${nested} };`, { l: list.slice(0, 50) }],
    [`dialect 1; ${globs}`, { s: text.slice(0, 50_000) }],
    ['dialect 1; allow t when s like "*a*";', { s: text }],
  ])('is decided while either is modest (%#)', async (policy, args) => {
    const request = GuardrailRequest.parse({ policy, action: { tool: 't', arguments: args } });
    expect(await prepareGuardrail(request, world)).toMatchObject({ policy });
  });
});

describe('a policy that cannot be used', () => {
  it('is told with line, column, code and hint, in both languages', async () => {
    const problem = await refusal({ policy: 'dialect 1;\nallow t when amount <= ;' });
    expect(problem.slug).toBe('policy_invalid');
    expect(itemsOf(problem)[0]).toMatchObject({
      pointer: '/policy',
      slug: 'policy_invalid',
      line: 2,
      column: expect.any(Number) as number,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
    });
    const { detail } = itemsOf(problem)[0] ?? {};
    expect(typeof detail === 'object' && detail.en !== detail.pt && detail.en.length > 0).toBe(true);
  });

  it('is pointed at where its text is', async () => {
    expect(itemsOf(await refusal({ policy: { dialect: 2, text: 'allow' } }))[0]).toMatchObject({
      pointer: '/policy/text',
    });
  });

  it.each([
    ['nothing but spaces', '   '],
    ['an unterminated string', 'dialect 1; allow t when a == "x'],
    ['5,000 parentheses', `dialect 2; allow (tool == "t") when { ${'('.repeat(5_000)}true${')'.repeat(5_000)} };`],
    ['5,000 negations', `dialect 2; allow (tool == "t") when { ${'!'.repeat(5_000)}true };`],
    ['a dialect that contradicts the request', { dialect: 1, text: 'dialect 2; allow (tool == "t");' }],
    ['a thousand faults', 'dialect 1; allow allow;\n'.repeat(1_000)],
    ['numbers that no double holds', 'dialect 1; allow t when n <= 9007199254740993;'],
    ['a currency mix', 'dialect 1; allow t when n <= 5.00 EUR and n <= 5.00 USD and n <= 7;'],
    ['an unknown currency', 'dialect 1; allow t when n <= 5.00 XXZ;'],
    [
      'a pattern that only backtracking can match',
      `dialect 2; allow (tool == "t") when { args.a matches "(a+)+\\1$" };`,
    ],
    ['a lone surrogate', 'dialect 1; allow \ud800;'],
    ['a NUL', 'dialect 1; allow t\u0000;'],
  ])('%s', async (_, policy) => {
    const problem = await refusal({ policy });
    expect(problem.slug).toBe('policy_invalid');
    expect(itemsOf(problem).length).toBeGreaterThan(0);
    expect(itemsOf(problem).length).toBeLessThanOrEqual(201);
  });

  it('is at most 1 MiB', async () => {
    expect(GuardrailRequest.safeParse({ policy: 'x'.repeat(1_048_577), action }).success).toBe(false);
    expect((await refusal({ policy: `dialect 1; // ${'é'.repeat(600_000)}` })).slug).toBe('policy_invalid');
  });

  it('may be nearly 1 MiB when it is sound', async () => {
    const rule = (i: number): string => `@id("r${i}") allow t${i % 20} when n <= ${i} and a like "x${i}*";\n`;
    const policy = `dialect 1;\n${Array.from({ length: 15_000 }, (_, i) => rule(i)).join('')}`;
    expect(policy.length).toBeGreaterThan(700_000);
    const request = GuardrailRequest.parse({ policy, action: { tool: 't1', arguments: { n: 1, a: 'x1' } } });
    expect((await prepareGuardrail(request, world)).context?.now).toBe(now.toISOString());
  });
});

describe('other faults of a request', () => {
  it('a catalogue is pointed into', async () => {
    const problem = await refusal({
      catalogue: {
        name: 'x',
        tools: [
          {
            name: 't',
            classes: [],
            args: { kind: 'record', fields: { a: { type: { kind: 'nope' }, required: true } } },
          },
        ],
      },
    });
    expect(problem.slug).toBe('invalid_request');
    expect(itemsOf(problem)).toMatchObject([
      {
        pointer: '/catalogue/tools/0/args/fields/a/type/kind',
        slug: 'value_invalid',
        detail: { en: expect.stringContaining('nope') as string, pt: expect.stringContaining('não') as string },
      },
    ]);
  });

  it('a policy is checked against the catalogue', async () => {
    const problem = await refusal({
      catalogue: { name: 'x', tools: [{ name: 'u', classes: [], args: { kind: 'record', fields: {} } }] },
    });
    expect(problem.slug).toBe('policy_invalid');
  });

  it('an argument cannot be unknown and known', async () => {
    expect(itemsOf(await refusal({ action: { tool: 't', arguments: { n: 1 }, unknown: ['m', 'n'] } }))).toMatchObject([
      { pointer: '/action/unknown/1' },
    ]);
  });

  it('a label on no argument is refused, with the nearest there is', async () => {
    const policy = 'dialect 1; allow t when body == "x";';
    const labels = (args: object): object => ({ policy, context: { labels: args } });
    expect(itemsOf(await refusal(labels({ body: ['pii'], 'args.boddy': ['pii'] })))).toEqual([
      {
        pointer: '/context/labels/args.boddy',
        slug: 'label_unknown',
        detail: { en: expect.stringContaining('`body`') as string, pt: expect.stringContaining('`body`') as string },
      },
    ]);
    const taken = GuardrailRequest.parse({ action, ...labels({ 'args.body': ['pii'] }) });
    expect(await prepareGuardrail(taken, world)).toMatchObject({ policy });
  });

  it.each(['now', 'at'])('a time finer than a millisecond is refused, not cut: %s', async (field) => {
    const time = '2026-01-01T00:00:00.0001Z';
    const history = [
      { tool: 't', state: 'ok', at: field === 'at' ? time : '2026-01-01T00:00:00.000000Z', arguments: {} },
    ];
    const context = { session: { history }, ...(field === 'now' && { now: time }) };
    const pointer = field === 'now' ? '/context/now' : '/context/session/history/0/at';
    const result = GuardrailRequest.safeParse({ policy: good, action, context });
    expect(result.error?.issues.map(({ path }) => `/${path.join('/')}`)).toEqual([pointer]);
  });

  it('the time is fixed before the job is stored', async () => {
    const given = '2026-01-01T00:00:00Z';
    const prepare = async (context?: object): Promise<unknown> =>
      (await prepareGuardrail(GuardrailRequest.parse({ policy: good, action, ...(context && { context }) }), world))
        .context;
    expect(await prepare()).toEqual({ now: now.toISOString() });
    expect(await prepare({ now: given, labels: {} })).toEqual({ now: given, labels: {} });
  });

  it('a batch is refused for its policy too', async () => {
    await expect(prepareBatch(BatchRequest.parse({ policy: 'nonsense', rows: [{}] }), world)).rejects.toMatchObject({
      slug: 'policy_invalid',
    });
  });
});
