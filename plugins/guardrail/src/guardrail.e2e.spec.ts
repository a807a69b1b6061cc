import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const policy = `dialect 1; policy "refunds"; default refuse;
@id("small") allow refund_order when amount <= 100.00 EUR;
@id("medium") confirm refund_order when amount <= 500.00 EUR and principal.role == "lead";`;

interface Solve {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly result: Record<string, unknown> };
}

describe('the guardrail modes, through the service', () => {
  let host: TestHost;
  let key: TestKey;

  beforeAll(async () => {
    host = await startHost({ plugins: ['@ostiary/guardrail'] });
    key = await host.createKey();
  });
  afterAll(() => host.close());

  async function submit(body: object, headers: Record<string, string> = {}): Promise<Solve> {
    const { status, body: answer } = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=30', ...headers })
      .send(body);
    return { status, body: answer as Solve['body'] };
  }

  const guardrail = (amount: unknown, context?: object): object => ({
    mode: 'guardrail',
    policy,
    action: { tool: 'refund_order', arguments: { amount } },
    ...(context && { context }),
  });

  it('POST /v1/solves 200 with the answer, the reasons and what it depends on', async () => {
    const { status, body } = await submit(guardrail('250.00 EUR'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'solve',
      mode: 'guardrail',
      status: 'succeeded',
      result: {
        answer: 'confirm',
        slug: 'guard_undefined',
        deciding: [{ rule: 'medium', line: 3, column: 1, effect: 'confirm', cause: 'undefined' }],
        completeness: {
          complete: false,
          holds_for_all: false,
          depends_on: ['principal.role'],
          witnesses: [{ answer: 'refuse' }],
        },
        confirmation: { policy_version: expect.stringMatching(/^sha256:/) as string },
      },
    });
    expect((await submit(guardrail('250.00 EUR', { principal: { role: 'agent' } }))).body.result).toMatchObject({
      answer: 'refuse',
      slug: 'no_rule',
    });
  });

  it('POST /v1/solves 200 where only the solver can tell whether the answer holds', async () => {
    const sums =
      'dialect 2; default refuse; allow (tool == "t") when { args.a + args.b <= 1000 && args.b - args.c <= 7 && args.a > 2 * args.c };';
    const { body } = await submit({
      mode: 'guardrail',
      policy: sums,
      action: { tool: 't', arguments: {}, unknown: ['a', 'b', 'c'] },
    });
    expect(body.result).toMatchObject({
      answer: 'refuse',
      completeness: { holds_for_all: false, method: 'witness', witnesses: [{ answer: 'allow' }] },
    });
  });

  it('POST /v1/solves 400 policy_invalid with line, column and hint, in the language asked for', async () => {
    const broken = {
      ...guardrail('1.00 EUR'),
      policy: 'dialect 1;\nallow refund_order when amount == 1 or amount == 2;',
    };
    const en = await submit(broken);
    expect(en).toMatchObject({
      status: 400,
      body: {
        slug: 'policy_invalid',
        errors: [
          {
            pointer: '/policy',
            slug: 'policy_invalid',
            line: 2,
            column: expect.any(Number) as number,
            code: expect.any(String) as string,
            detail: expect.any(String) as string,
            hint: expect.stringContaining('dialect 2') as string,
          },
        ],
      },
    });
    const pt = await submit(broken, { 'Accept-Language': 'pt' });
    const first = ({ body }: Solve): Record<string, unknown> => (body['errors'] as Record<string, unknown>[])[0] ?? {};
    for (const member of ['detail', 'hint']) {
      expect(first(pt)[member]).toEqual(expect.any(String));
      expect(first(pt)[member]).not.toBe(first(en)[member]);
    }
  });

  it.each([
    ['an unknown field', { polic: 1 }, '/polic'],
    ['a policy of the wrong type', { policy: 7 }, '/policy'],
    ['arguments that are a list', { action: { tool: 't', arguments: [] } }, '/action/arguments'],
    ['a catalogue of no form', { catalogue: { a: 1 } }, '/catalogue'],
    [
      'a history state that is none',
      { context: { session: { history: [{ tool: 't', state: 'open', at: '2026-01-01T00:00:00Z', arguments: {} }] } } },
      '/context/session/history/0/state',
    ],
  ])('POST /v1/solves 400 invalid_request for %s', async (_, change, pointer) => {
    const { status, body } = await submit({ ...guardrail('1.00 EUR'), ...change });
    expect({
      status,
      slug: body['slug'],
      pointers: (body['errors'] as { pointer: string }[]).map((item) => item.pointer),
    }).toMatchObject({ status: 400, slug: 'invalid_request', pointers: expect.arrayContaining([pointer]) as string[] });
  });

  it('POST /v1/solves 400 for `__proto__` among the arguments, and nobody is poisoned', async () => {
    const text = JSON.stringify(guardrail('1.00 EUR')).replace('"amount"', '"__proto__":{"admin":true},"amount"');
    const answer = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, 'Content-Type': 'application/json' })
      .send(text);
    expect(answer.status).toBe(400);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('POST /v1/solves 403 for a key without the grant of the mode', async () => {
    const other = await host.createKey({ grants: ['batch'] });
    const { status, body } = await submit(guardrail('1.00 EUR'), { Authorization: other.bearer });
    expect([status, body['slug']]).toEqual([403, 'missing_grant']);
  });

  it('POST /v1/solves 200 allow with a ticket, for one of many at once', async () => {
    const lead = { principal: { role: 'lead' } };
    const asked = await submit(guardrail('250.00 EUR', lead));
    const { confirmation } = asked.body.result;
    expect(asked.body.result).toMatchObject({ answer: 'confirm', slug: 'confirm_required' });
    const stranger = await host.createKey();
    const stolen = await submit(guardrail('250.00 EUR', { ...lead, confirmation }), { Authorization: stranger.bearer });
    expect(stolen.body.result).toMatchObject({ answer: 'confirm', slug: 'confirmation_mismatch' });
    const changed = await submit(guardrail('499.00 EUR', { ...lead, confirmation }));
    expect(changed.body.result).toMatchObject({ answer: 'confirm', slug: 'confirmation_mismatch' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submit(guardrail('250.00 EUR', { ...lead, confirmation }))),
    );
    const slugs = answers.map(({ body }) => String(body.result['slug'])).toSorted();
    expect(slugs).toEqual([...Array<string>(7).fill('confirmation_used'), 'confirmed']);
  });

  it('POST /v1/solves 200 for a batch, with its artefacts', async () => {
    const rows = [
      { custom_id: 'a', action: { tool: 'refund_order', arguments: { amount: '1.00 EUR' } }, expected: 'allow' },
      { custom_id: '=b', action: { tool: 'refund_order', arguments: { amount: '1.00 EUR' } }, expected: 'refuse' },
      { action: {} },
    ];
    const { status, body } = await submit({
      mode: 'batch',
      policy,
      rows,
      defaults: { context: { principal: { role: 'agent' } } },
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      row_counts: { total: 3, allow: 2, confirm: 0, refuse: 0, error: 1 },
      expected: { compared: 2, matched: 1 },
      duplicates: { count: 1 },
    });
    const { csv, jsonl } = body.result['artifacts'] as { csv: string; jsonl: string };
    const download = async (id: string): Promise<string> =>
      (
        await host.http
          .get(`/v1/artifacts/${id}`)
          .set('Authorization', key.bearer)
          .buffer(true)
          .parse((response, done) => {
            let text = '';
            response
              .setEncoding('utf8')
              .on('data', (piece: string) => {
                text += piece;
              })
              .on('end', () => done(null, text));
          })
          .expect(200)
      ).body as string;
    expect((await download(csv)).split('\r\n')[2]).toBe(`2,"'=b",refund_order,allow,allowed,small,refuse,false,,`);
    expect(
      (await download(jsonl))
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { slug: string }).slug),
    ).toEqual(['allowed', 'allowed', 'row_invalid']);
  });

  it('GET /v1/version 200 names the dialects that are read', async () => {
    const { body } = await host.http.get('/v1/version').set('Authorization', key.bearer).expect(200);
    expect((body as { facts: object }).facts).toEqual({ guardrail: { dialects: [1, 2] } });
  });

  it('POST /v1/solves 400 for a table that is no CSV', async () => {
    const { status, body } = await submit({
      mode: 'batch',
      policy,
      rows: { csv: 'tool,arguments.amount\nrefund_order,"1.00 EUR' },
    });
    expect([status, body['slug'], body['errors']]).toEqual([
      400,
      'invalid_request',
      [expect.objectContaining({ pointer: '/rows/csv', slug: 'csv_broken' })],
    ]);
  });

  it('takes 100,000 rows in one request, tells how far it is, and answers others meanwhile', async () => {
    const csv = `arguments.amount\n${Array.from({ length: 100_000 }, (_, i) => `${i % 700}.00 EUR\n`).join('')}`;
    const defaults = { action: { tool: 'refund_order' }, context: { principal: { role: 'agent' } } };
    const { status, body } = await submit(
      { mode: 'batch', policy, rows: { csv }, defaults },
      { Prefer: 'respond-async' },
    );
    expect(status).toBe(202);
    const id = String(body['id']);
    const other = await submit(guardrail('1.00 EUR', { principal: { role: 'agent' } }));
    expect(other.body.result).toMatchObject({ answer: 'allow' });
    const events = await host.http.get(`/v1/solves/${id}/events`).set('Authorization', key.bearer).expect(200);
    expect(events.text).toContain('event: job.succeeded');
    expect(events.text).toContain('event: job.progress');
    const done = await host.http.get(`/v1/solves/${id}?include=result`).set('Authorization', key.bearer).expect(200);
    const { result, usage } = done.body as { result: { row_counts: object }; usage: { units_charged: number } };
    expect(result.row_counts).toEqual({ total: 100_000, allow: 14_443, confirm: 0, refuse: 85_557, error: 0 });
    expect(usage.units_charged).toBe(100);
  });

  it('DELETE /v1/solves/{id} 200 stops a batch that runs', async () => {
    const csv = `arguments.amount\n${Array.from({ length: 100_000 }, (_, i) => `${i % 700}.00 EUR\n`).join('')}`;
    const { body } = await submit(
      { mode: 'batch', policy, rows: { csv }, defaults: { action: { tool: 'refund_order' } } },
      { Prefer: 'respond-async' },
    );
    const id = String(body['id']);
    await host.http.delete(`/v1/solves/${id}`).set('Authorization', key.bearer).expect(200);
    const ended = await host.http.get(`/v1/solves/${id}?wait=10`).set('Authorization', key.bearer).expect(200);
    expect((ended.body as { status: string }).status).toBe('cancelled');
    const artefacts = await host.http.get(`/v1/solves/${id}/artifacts`).set('Authorization', key.bearer).expect(200);
    expect((artefacts.body as { data: unknown[] }).data).toEqual([]);
  });
});
