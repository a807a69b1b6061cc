import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { fakeContext, type FakeContext } from '../../testing/fake-context.js';
import { guardrailMode } from './guardrail.mode.js';
import { checkGuardrail, settled } from './prepare.js';
import { GuardrailRequest } from './request.js';
import { type GuardrailOutput, GuardrailResult } from './result.js';
import { solveGuardrail } from './solve.js';

const policy = `dialect 1; policy "refunds"; default refuse;
@id("small") allow refund_order when amount <= 100.00 EUR;
@id("medium") confirm refund_order when amount <= 500.00 EUR and principal.role == "lead";
@id("old") refuse refund_order when days > 90;`;

/** Through the doors a request goes through: schema, prepare, storage as JSON, solve, schema. */
async function ask(request: object, ctx: FakeContext = fakeContext()): Promise<GuardrailOutput> {
  const read = GuardrailRequest.parse({ policy, ...request });
  checkGuardrail(read);
  const prepared = settled(read, { now: new Date('2026-11-21T09:59:59.000Z'), language: 'en' });
  const result = await solveGuardrail(parseJson(JSON.stringify(prepared)) as typeof prepared, ctx);
  expect(GuardrailResult.parse(result)).toEqual(result);
  return result;
}

const refund = (args: object): object => ({ action: { tool: 'refund_order', arguments: { days: 1, ...args } } });
const as = (role: string): object => ({ context: { principal: { role } } });

describe('mode guardrail', () => {
  it('allows, and says by which rule, on which values, and how far it is to another answer', async () => {
    const result = await ask({ ...refund({ amount: '80.00 EUR' }), ...as('agent') });
    expect(result).toMatchObject({
      answer: 'allow',
      slug: 'allowed',
      detail: 'Allowed by rule `small`.',
      pointer: null,
      confirmation: null,
      deciding: [{ rule: 'small', line: 2, column: 1, effect: 'allow', cause: 'true' }],
      completeness: {
        complete: true,
        missing: [],
        holds_for_all: true,
        method: 'complete',
        depends_on: [],
        witnesses: [],
        undecided_reason: null,
      },
      policy: { dialect: 1, name: 'refunds', rules: 3, catalogue_digest: null },
      evaluated_at: '2026-11-21T09:59:59.000Z',
    });
    expect(result.values_read).toEqual(
      expect.arrayContaining([{ path: 'args.amount', present: true, value: '80.00 EUR', cause: null }]),
    );
    expect(result.flips).toEqual(
      expect.arrayContaining([
        { argument: 'args.amount', from: '80.00 EUR', to: '100.01 EUR', answer: 'refuse' },
        { argument: 'args.days', from: 1, to: 91, answer: 'refuse' },
      ]),
    );
  });

  it('refuses by the default, and when a guard cannot be evaluated', async () => {
    expect(await ask({ ...refund({ amount: '100.01 EUR' }), ...as('agent') })).toMatchObject({
      answer: 'refuse',
      slug: 'no_rule',
      deciding: [],
    });
    expect(
      await ask({ action: { tool: 'refund_order', arguments: { amount: '1.00 EUR' } }, ...as('agent') }),
    ).toMatchObject({
      answer: 'refuse',
      slug: 'guard_undefined',
      deciding: [{ rule: 'old', cause: 'undefined' }],
      values_read: [{ path: 'args.days', present: false, value: null, cause: 'absent' }],
    });
  });

  it('says what an incomplete answer depends on, with a witness that is a request', async () => {
    const result = await ask(refund({ amount: '250.00 EUR' }));
    expect(result).toMatchObject({
      answer: 'confirm',
      slug: 'guard_undefined',
      completeness: {
        complete: false,
        missing: ['principal.role'],
        holds_for_all: false,
        method: 'witness',
        depends_on: ['principal.role'],
      },
    });
    const [witness] = result.completeness.witnesses;
    expect(result.completeness.witnesses).toHaveLength(1);
    const again = await ask({ action: witness?.action, context: witness?.context });
    expect(again).toMatchObject({ answer: witness?.answer, completeness: { complete: true } });
    expect(again.answer).toBe('refuse');
  });

  it('says when what is missing does not matter', async () => {
    expect((await ask(refund({ amount: '250.00 EUR', days: 91 }))).completeness).toMatchObject({
      complete: false,
      missing: ['principal.role'],
      holds_for_all: true,
      depends_on: [],
    });
    expect((await ask(refund({ amount: '50.00 EUR' }))).completeness).toMatchObject({ holds_for_all: false });
  });

  it('takes an argument that is said to be unknown as open', async () => {
    const result = await ask({
      action: { tool: 'refund_order', arguments: { amount: '50.00 EUR' }, unknown: ['days'] },
      ...as('agent'),
    });
    expect(result).toMatchObject({
      answer: 'refuse',
      slug: 'guard_undefined',
      completeness: { missing: ['args.days'], holds_for_all: false, depends_on: ['args.days'] },
    });
    expect(result.completeness.witnesses.map(({ answer }) => answer)).toEqual(['allow']);
  });

  it('turns confirm into allow with the ticket, once, and for this call only', async () => {
    const ctx = fakeContext();
    const call = { ...refund({ amount: '250.00 EUR' }), ...as('lead') };
    const first = await ask(call, ctx);
    expect(first).toMatchObject({
      answer: 'confirm',
      slug: 'confirm_required',
      confirmation: { expires_at: '2026-11-21T10:15:00.000Z', policy_version: first.policy.digest },
    });
    const confirmed = (amount: string, jobId: string, more: object = {}): Promise<GuardrailOutput> =>
      ask(
        { ...refund({ amount }), context: { principal: { role: 'lead' }, confirmation: first.confirmation }, ...more },
        fakeContext({ jobId, tickets: ctx.tickets }),
      );
    expect(await confirmed('251.00 EUR', 'slv_2')).toMatchObject({ answer: 'confirm', slug: 'confirmation_mismatch' });
    expect(await confirmed('250.00 EUR', 'slv_3', { policy: `${policy} ` })).toMatchObject({
      answer: 'confirm',
      slug: 'confirmation_stale',
    });
    expect(await confirmed('250.00 EUR', 'slv_4')).toMatchObject({
      answer: 'allow',
      slug: 'confirmed',
      confirmation: null,
      deciding: [{ rule: 'medium' }],
    });
    expect(await confirmed('250.00 EUR', 'slv_5')).toMatchObject({ answer: 'confirm', slug: 'confirmation_used' });
    const late = fakeContext({ jobId: 'slv_6', tickets: ctx.tickets, now: '2026-11-21T10:15:00.000Z' });
    expect(
      await ask(
        {
          ...call,
          context: { principal: { role: 'lead' }, confirmation: first.confirmation, now: '2026-11-21T10:00:00Z' },
        },
        late,
      ),
    ).toMatchObject({ answer: 'confirm', slug: 'confirmation_expired' });
  });

  it('never lets a ticket lift a refusal', async () => {
    const ctx = fakeContext();
    const first = await ask({ ...refund({ amount: '250.00 EUR' }), ...as('lead') }, ctx);
    const confirmation = first.confirmation;
    const refused = await ask(
      { ...refund({ amount: '250.00 EUR', days: 91 }), context: { principal: { role: 'lead' }, confirmation } },
      fakeContext({ jobId: 'slv_2', tickets: ctx.tickets }),
    );
    expect(refused).toMatchObject({ answer: 'refuse', slug: 'refused' });
    expect(ctx.tickets.tickets[0]?.usedBy).toBeNull();
  });

  it.each([
    ['another currency', { amount: '50.00 USD' }, 'refuse'],
    ['an unknown currency', { amount: '50.00 XXZ' }, 'refuse'],
    ['text for a number', { amount: '50.00 EUR', days: '91' }, 'refuse'],
    ['a list', { amount: ['50.00 EUR'] }, 'refuse'],
    ['nothing', { amount: null }, 'refuse'],
    ['an object', { amount: { value: 50 } }, 'refuse'],
    ['an amount without currency', { amount: 600 }, 'refuse'],
  ])('%s is never allowed', async (_, args, answer) => {
    expect((await ask({ ...refund(args), ...as('agent') })).answer).toBe(answer);
  });

  it('a number that no double holds binds a ticket by its digits, and is ill typed where an int is read', async () => {
    const wide = (text: string): unknown => parseJson(text);
    const call = (id: string): Promise<GuardrailOutput> =>
      ask({
        action: { tool: 'refund_order', arguments: { amount: '300.00 EUR', days: 1, note: { id: wide(id) } } },
        ...as('lead'),
      });
    const digests = await Promise.all(
      ['9007199254740992', '9007199254740993', '1e400'].map(async (id) => (await call(id)).confirmation?.digest),
    );
    expect(new Set(digests).size).toBe(3);
    expect(digests).not.toContain(undefined);
    expect(
      await ask({
        action: { tool: 'refund_order', arguments: { amount: '1.00 EUR', days: wide('9007199254740993') } },
        ...as('agent'),
      }),
    ).toMatchObject({ answer: 'refuse' });
  });

  it.each(['rеfund_order', 'refund_оrder', 'ｒefund_order​'])(
    'a tool name that only looks like one of the policy is refused: %s',
    async (tool) => {
      expect(await ask({ action: { tool, arguments: { amount: '1.00 EUR', days: 1 } }, ...as('agent') })).toMatchObject(
        { answer: 'refuse', slug: 'tool_unknown' },
      );
    },
  );

  it.each([
    ['like', `"${'*a'.repeat(12)}*b"`],
    ['matches', '"(a+)+b"'],
    ['matches', '"(a|a)*c|(a*)*d"'],
  ])('%s %s decides a text made to be slow', async (operator, pattern) => {
    const evil = `dialect 2; allow (tool == "t") when { args.a ${operator} ${pattern} };`;
    expect(await ask({ policy: evil, action: { tool: 't', arguments: { a: 'a'.repeat(100_000) } } })).toMatchObject({
      answer: 'refuse',
      slug: 'no_rule',
    });
  });

  it('checks the call against a catalogue', async () => {
    const text = { kind: 'string', format: 'text' };
    const catalogue = {
      name: 'shop',
      tools: [
        {
          name: 'refund_order',
          classes: ['write'],
          args: {
            kind: 'record',
            fields: {
              amount: { type: { kind: 'money' }, required: true },
              days: { type: { kind: 'int' }, required: true },
              note: { type: text, required: false, nullable: true },
            },
          },
        },
      ],
    };
    const call = (args: object): object => ({ catalogue, ...refund(args), ...as('agent') });
    expect(await ask(call({ amount: '50.00 EUR', note: null }))).toMatchObject({
      answer: 'allow',
      policy: { catalogue_digest: expect.stringMatching(/^sha256:/) as string },
    });
    expect(await ask(call({ amount: '50.00 EUR', days: '1' }))).toMatchObject({
      answer: 'refuse',
      slug: 'argument_ill_typed',
      pointer: '/days',
    });
    expect(await ask(call({ amount: '50.00 XXZ' }))).toMatchObject({
      answer: 'refuse',
      slug: 'currency_unknown',
      pointer: '/amount',
    });
    expect(await ask(call({ amount: '50.00 EUR', nto: 1 }))).toMatchObject({
      answer: 'refuse',
      slug: 'argument_unknown',
      pointer: '/nto',
    });
    expect(await ask({ ...call({}), action: { tool: 'wipe', arguments: {} } })).toMatchObject({
      answer: 'refuse',
      slug: 'tool_unknown',
    });
  });

  it('decides by history, and says when it is not known', async () => {
    const capped = `dialect 2; default refuse;
      @id("pay") allow (tool == "pay") when { args.amount <= 100.00 EUR };
      @id("burst") refuse (tool == "pay") when history { count(pay.open) within 1h by principal >= 2 };`;
    const event = (at: string): object => ({
      tool: 'pay',
      state: 'ok',
      at,
      arguments: {},
      call_id: at,
      principal: 'u',
      session: 's',
    });
    const call = (history?: object[]): object => ({
      policy: capped,
      action: { tool: 'pay', arguments: { amount: '5.00 EUR' } },
      context: { principal: { id: 'u' }, now: '2026-11-21T10:00:00Z', ...(history && { session: { history } }) },
    });
    expect(await ask(call([event('2026-11-21T09:30:00Z')]))).toMatchObject({
      answer: 'allow',
      completeness: { complete: true },
    });
    expect(await ask(call([event('2026-11-21T09:30:00Z'), event('2026-11-21T09:00:00Z')]))).toMatchObject({
      answer: 'refuse',
      slug: 'refused',
    });
    expect(await ask(call([event('2026-11-21T09:30:00Z'), event('2026-11-21T08:59:59.999Z')]))).toMatchObject({
      answer: 'allow',
    });
    const open = await ask(call());
    expect(open).toMatchObject({
      answer: 'refuse',
      slug: 'guard_undefined',
      completeness: { missing: ['session.history'], holds_for_all: false, depends_on: ['session.history'] },
    });
    const [witness] = open.completeness.witnesses;
    expect(await ask({ policy: capped, action: witness?.action, context: witness?.context })).toMatchObject({
      answer: 'allow',
    });
  });
});

describe('what is missing and what it depends on', () => {
  it('are named alike, as a request carries them', async () => {
    const labelled = `dialect 2; default refuse; allow (tool == "t"); confirm (tool == "t") when { session.label("x") && label(args.body, "y") };`;
    const { completeness } = await ask({ policy: labelled, action: { tool: 't', arguments: { body: 'b' } } });
    expect(completeness).toMatchObject({
      missing: ['labels', 'session.labels'],
      holds_for_all: false,
      depends_on: ['labels', 'session.labels'],
    });
    for (const { answer, action, context } of completeness.witnesses)
      expect((await ask({ policy: labelled, action, context })).answer).toBe(answer);
  });
});

describe('the example of the mode', () => {
  it('works, and shows what an incomplete answer looks like', async () => {
    const { policy: example, ...rest } = guardrailMode.example ?? {};
    expect(await ask({ policy: example, ...rest })).toMatchObject({
      answer: 'confirm',
      completeness: { holds_for_all: false },
    });
  });
});

describe('a ticket, through the mode', () => {
  const text = 'dialect 1; @id("c") confirm pay when amount <= 500.00 EUR; confirm wire when amount <= 500.00 EUR;';
  const field = (name: string) => ({ [name]: { type: { kind: 'money' }, required: false } });
  const catalogue = (name: string): object => ({
    name,
    tools: ['pay', 'wire'].map((tool) => ({
      name: tool,
      classes: [],
      args: { kind: 'record', fields: field('amount') },
    })),
  });
  const base = {
    policy: text,
    catalogue: catalogue('c'),
    action: { tool: 'pay', arguments: { amount: '5.00 EUR' } },
    context: { principal: { id: 'ann' } },
  };

  it.each<[string, object, string]>([
    ['nothing', {}, 'confirmed'],
    ['the tool', { action: { ...base.action, tool: 'wire' } }, 'confirmation_mismatch'],
    ['an argument', { action: { tool: 'pay', arguments: { amount: '5.01 EUR' } } }, 'confirmation_mismatch'],
    ['the principal', { context: { principal: { id: 'bob' } } }, 'confirmation_mismatch'],
    ['something of the principal', { context: { principal: { id: 'ann', role: 'x' } } }, 'confirmation_mismatch'],
    ['the catalogue', { catalogue: catalogue('d') }, 'confirmation_mismatch'],
    ['the policy', { policy: `${text} ` }, 'confirmation_stale'],
  ])('is bound to what was confirmed; changed: %s', async (_, change, slug) => {
    const { tickets } = fakeContext();
    const { confirmation } = await ask(base, fakeContext({ tickets, jobId: 'slv_1' }));
    const changed = { ...base, ...change };
    const again = { ...changed, context: { ...changed.context, confirmation } };
    const result = await ask(again, fakeContext({ tickets, jobId: 'slv_2' }));
    expect(result.slug).toBe(slug);
    expect(result.answer).toBe(slug === 'confirmed' ? 'allow' : 'confirm');
    if (slug !== 'confirmed') return;
    expect(result.detail).toBe('Confirmed, as asked by rule `c`.');
    // What would change the answer is asked of the call as it was decided: with the ticket.
    expect(result.flips).toEqual([{ argument: 'args.amount', from: '5.00 EUR', to: '500.01 EUR', answer: 'refuse' }]);
  });
});
