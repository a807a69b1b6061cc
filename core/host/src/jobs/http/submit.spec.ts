import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
const embedded = !process.env['OSTIARY_DATABASE_URL'];

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode, fixtures.withMode, fixtures.withVariant],
    env: { OSTIARY_QUEUED_JOBS: '5', OSTIARY_RUNNING_JOBS: '2' },
    deployment: {
      profiles: {
        standard: { description: 'Usual.', wall_ms: 60_000, solver_ms: 60_000, memory_mb: 256 },
        brief: { description: 'Short.', wall_ms: 300, solver_ms: 300, memory_mb: 256, units: 3 },
        other: { description: 'For another mode.', modes: ['echo'], wall_ms: 1_000, solver_ms: 300, memory_mb: 256 },
      },
      default_profile: 'standard',
    },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

const submit = (body: object, headers: Record<string, string> = {}, bearer = key.bearer) =>
  host.http
    .post('/v1/solves')
    .set({ Authorization: bearer, ...headers })
    .send(body);
const busy = (fields: object): object => ({ mode: 'busy', ...fields });
const quotaOf = async (accountId: string): Promise<{ used: number; reserved: number }> => {
  const [row] = await statement<{ used: number; reserved: number }>(
    host.database.asHost(),
    'select used::int, reserved::int from core.quotas where account_id = $1',
    [accountId],
  );
  if (row === undefined) throw new Error('no quota');
  return row;
};
const jobsOf = async (accountId: string): Promise<number> =>
  (await statement(host.database.asHost(), 'select 1 from core.jobs where account_id = $1', [accountId])).length;

describe('a submission that ends in time', () => {
  it('POST /v1/solves 200 with the finished job', async () => {
    const { status, body, headers } = await submit(
      busy({ do: 'answer', text: 'hello', label: 'a label', metadata: { a: 'b' } }),
      { Prefer: 'wait=10' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'solve',
      mode: 'busy',
      status: 'succeeded',
      attempt: 1,
      label: 'a label',
      metadata: { a: 'b' },
      result: { text: 'hello', attempt: 1 },
      error: null,
      queue: null,
      usage: { units_reserved: 1, units_charged: 1 },
      artifacts: { count: 0 },
    });
    expect(headers['preference-applied']).toBe('wait=10');
    expect(headers['location']).toBeUndefined();
  });

  it('POST /v1/solves 200 also for a job that failed by our fault, which costs nothing', async () => {
    const own = await host.createKey();
    for (const told of ['throw', 'answer_wrong']) {
      const { status, body } = await submit(busy({ do: told, text: 'a secret' }), { Prefer: 'wait=10' }, own.bearer);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'failed',
        result: null,
        error: { slug: 'internal', retryable: true },
        usage: { units_charged: 0 },
      });
      expect(JSON.stringify(body)).not.toContain('a secret');
    }
    expect(await quotaOf(own.accountId)).toEqual({ used: 0, reserved: 0 });
  });

  it('POST /v1/solves 200 for a solver that crashed', async () => {
    const { body } = await submit(busy({ do: 'crash' }), { Prefer: 'wait=10' });
    expect(body).toMatchObject({ status: 'failed', error: { slug: 'solver_crashed' } });
  });

  it('POST /v1/solves 200 for a job that its deadline stopped, also one that does not listen', async () => {
    const stop = async (told: string): Promise<void> => {
      // A key of its own each, for a key runs two at once; and long enough that all have started, also on a busy machine.
      const { bearer } = await host.createKey();
      const { body } = await submit(busy({ do: told, n: 120_000, deadline_ms: 8_000 }), { Prefer: 'wait=30' }, bearer);
      expect(body).toMatchObject({
        status: 'expired',
        result: null,
        error: null,
        started_at: expect.any(String),
        usage: { units_charged: 1 },
      });
    };
    await Promise.all(['sleep', 'ignore_abort', 'spin'].map(stop));
  });

  it('POST /v1/solves 200 within the wall time of the profile, at its price', async () => {
    const { body } = await submit(busy({ do: 'sleep', n: 5_000, profile: 'brief', units: 2 }), { Prefer: 'wait=10' });
    expect(body).toMatchObject({ status: 'expired', profile: 'brief', usage: { units_reserved: 6 } });
  });

  it('POST /v1/solves 200 by the variant whose selector the request carries', async () => {
    expect((await submit({ mode: 'echo', backwards: 'abc' })).body).toMatchObject({
      status: 'succeeded',
      result: { text: 'cba' },
    });
    expect((await submit({ mode: 'echo', text: 'abc' })).body).toMatchObject({
      status: 'succeeded',
      result: { text: 'abc' },
    });
    expect((await submit({ mode: 'echo', text: 'abc', backwards: 'abc' })).status).toBe(400);
    expect((await submit({ mode: 'echo' })).status).toBe(400);
  });
});

describe('a submission that goes on', () => {
  it('POST /v1/solves 202 when the wait is over', async () => {
    const { status, body, headers } = await submit(busy({ do: 'sleep', n: 1_500 }), { Prefer: 'wait=0' });
    expect(status).toBe(202);
    expect(headers['location']).toBe(`/v1/solves/${body.id}`);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(['queued', 'running']).toContain(body.status);
    await host.http.delete(`/v1/solves/${body.id}`).set('Authorization', key.bearer).expect(200);
  });

  it('POST /v1/solves 202 at once with respond-async', async () => {
    const { status, headers, body } = await submit(busy({ do: 'answer' }), { Prefer: 'respond-async' });
    expect(status).toBe(202);
    expect(headers['preference-applied']).toBe('respond-async');
    const read = await host.http.get(`/v1/solves/${body.id}?wait=10&include=result`).set('Authorization', key.bearer);
    expect(['running', 'succeeded']).toContain(read.body.status);
  });
});

describe('a submission sent again', () => {
  it('answers the job it made, as it is by then, once', async () => {
    const own = await host.createKey();
    const request = busy({ do: 'sleep', n: 3_000, text: 'once' });
    const first = await submit(request, { 'Idempotency-Key': 'k-1', Prefer: 'respond-async' }, own.bearer);
    const meanwhile = await submit(request, { 'Idempotency-Key': 'k-1', Prefer: 'respond-async' }, own.bearer);
    expect([first.status, meanwhile.status]).toEqual([202, 202]);
    expect(meanwhile.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const after = await submit(
      { text: 'once', n: 3_000, do: 'sleep', mode: 'busy' },
      { 'Idempotency-Key': 'k-1', Prefer: 'wait=10' },
      own.bearer,
    );
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({ id: first.body.id, status: 'succeeded', result: { text: 'once' } });
    expect(await jobsOf(own.accountId)).toBe(1);
    expect(await quotaOf(own.accountId)).toEqual({ used: 1, reserved: 0 });
  });

  it('POST /v1/solves 409 when the key was used for another request', async () => {
    await submit(busy({ do: 'answer' }), { 'Idempotency-Key': 'k-2' }).expect(200);
    const { status, body } = await submit(busy({ do: 'answer', text: 'x' }), { 'Idempotency-Key': 'k-2' });
    expect(status).toBe(409);
    expect(body.slug).toBe('idempotency_key_reused');
  });

  it('is another matter for another account', async () => {
    const other = await host.createKey();
    const { status, headers } = await submit(
      busy({ do: 'answer', text: 'y' }),
      { 'Idempotency-Key': 'k-2' },
      other.bearer,
    );
    expect([status, headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it.skipIf(embedded)(
    'POST /v1/solves 409 while the first request is still at it (PostgreSQL only: PGlite has one session)',
    async () => {
      const own = await host.createKey();
      await host.database.asHost().transactional(async (em) => {
        await statement(
          em,
          `insert into core.idempotency_keys values ($1, 'POST /v1/solves', 'k-3', 'f', 'j', now() + interval '1 day')`,
          [own.accountId],
        );
        const { status, body, headers } = await submit(
          busy({ do: 'answer' }),
          { 'Idempotency-Key': 'k-3' },
          own.bearer,
        );
        expect(status).toBe(409);
        expect(body.slug).toBe('idempotency_in_progress');
        expect(headers['retry-after']).toBe('1');
      });
    },
  );

  it('takes a key anew once its life is over', async () => {
    const own = await host.createKey();
    const first = await submit(busy({ do: 'answer' }), { 'Idempotency-Key': 'k-4' }, own.bearer);
    await statement(
      host.database.asHost(),
      `update core.idempotency_keys set expires_at = now() - interval '1 s' where job_id = $1`,
      [first.body.id],
    );
    const second = await submit(busy({ do: 'answer', text: 'new' }), { 'Idempotency-Key': 'k-4' }, own.bearer);
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('a submission that is not valid', () => {
  it.each([
    ['an unknown mode', { mode: 'nope' }, '/mode'],
    ['no mode', { do: 'answer' }, '/mode'],
    ['a mode of another type', { mode: ['busy'] }, '/mode'],
    ['the mode __proto__', { mode: '__proto__' }, '/mode'],
    ['an unknown field', busy({ do: 'answer', doo: 1 }), '/doo'],
    ['a field of the wrong type', busy({ do: 'sleep', n: '600' }), '/n'],
    ['a number that is none', busy({ do: 'sleep', n: 1.5 }), '/n'],
    ['a bad deadline', busy({ do: 'answer', deadline_ms: 0 }), '/deadline_ms'],
    [
      'too much metadata',
      busy({ do: 'answer', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, 'v'])) }),
      '/metadata',
    ],
    ['NUL in the label', busy({ do: 'answer', label: 'a\0b' }), '/label'],
    ['half a surrogate pair in the label', busy({ do: 'answer', label: 'a\ud800' }), '/label'],
    ['NUL in the metadata', busy({ do: 'answer', metadata: { a: '\0' } }), '/metadata/a'],
    ['an unknown profile', busy({ do: 'answer', profile: 'nope' }), '/profile'],
    ['a profile of another mode', busy({ do: 'answer', profile: 'other' }), '/profile'],
    ['what the mode itself refuses', busy({ do: 'refuse' }), '/do'],
  ])('POST /v1/solves 400 for %s', async (_, body, pointer) => {
    const answer = await submit(body);
    expect(answer.status).toBe(400);
    expect(answer.body.slug).toBe('invalid_request');
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  it('POST /v1/solves 400 names the modes and the profiles there are', async () => {
    const detail = async (body: object) => (await submit(body)).body.errors[0].detail as string;
    expect(await detail({ mode: 'nope' })).toMatch(/^There is no such mode here; there are: .*\bbusy\b.*\.$/);
    const profiles = await detail(busy({ do: 'answer', profile: 'nope' }));
    expect(profiles).toMatch(/^There is no such profile for this mode; there are: .*\bstandard\b/);
    expect(profiles).not.toContain('other');
  });

  it('POST /v1/solves 400 for a __proto__ in the body, and nothing is polluted', async () => {
    const { status } = await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, 'Content-Type': 'application/json' })
      .send('{"mode":"busy","do":"answer","__proto__":{"polluted":1}}');
    expect(status).toBe(400);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'caf\u00e9'])(
    'POST /v1/solves 400 for the Idempotency-Key %j',
    async (value) => {
      const answer = await submit(busy({ do: 'answer' }), { 'Idempotency-Key': value });
      expect(answer.status).toBe(400);
    },
  );

  it('stores and charges nothing', async () => {
    const own = await host.createKey();
    await submit(busy({ do: 'refuse' }), { 'Idempotency-Key': 'k-5' }, own.bearer).expect(400);
    expect(await jobsOf(own.accountId)).toBe(0);
    expect(await quotaOf(own.accountId)).toEqual({ used: 0, reserved: 0 });
    await submit(busy({ do: 'answer' }), { 'Idempotency-Key': 'k-5' }, own.bearer).expect(200);
  });

  it('POST /v1/solves 413 over the limit of the mode', async () => {
    const { status, body } = await submit(busy({ do: 'answer', text: 'x'.repeat(200_001) }));
    expect(status).toBe(413);
    expect(body).toMatchObject({ slug: 'payload_too_large', limit_bytes: 200_000 });
  });
});

describe('a submission by someone who may not', () => {
  it('POST /v1/solves 401 without a key', async () => {
    const { status, body } = await host.http.post('/v1/solves').send(busy({ do: 'answer' }));
    expect(status).toBe(401);
    expect(body.slug).toBe('missing_key');
  });

  it('POST /v1/solves 403 without the grant of the mode, before the rest is looked at', async () => {
    const weak = await host.createKey({ grants: ['echo'] });
    const { status, body } = await submit(busy({ unknown: 1 }), {}, weak.bearer);
    expect(status).toBe(403);
    expect(body).toMatchObject({ slug: 'missing_grant', required_grants: ['busy'] });
    await submit({ mode: 'echo', text: 'x' }, {}, weak.bearer).expect(200);
  });

  it("POST /v1/solves 403 for a profile that is not the key's", async () => {
    const { bearer } = await host.createKey({ profiles: ['standard'] });
    expect((await submit(busy({ do: 'answer', profile: 'brief' }), {}, bearer)).body.slug).toBe('profile_not_allowed');
    await submit(busy({ do: 'answer', profile: 'standard' }), {}, bearer).expect(200);
  });

  it('POST /v1/solves 403 for a suspended account', async () => {
    const own = await host.createKey();
    await statement(host.database.asHost(), `update core.accounts set status = 'suspended' where id = $1`, [
      own.accountId,
    ]);
    expect((await submit(busy({ do: 'answer' }), {}, own.bearer)).body.slug).toBe('account_suspended');
  });
});

describe('a submission there is no room for', () => {
  it('POST /v1/solves 429 when the units are used up; nothing is stored', async () => {
    const accountId = await host.createAccount({ units: 3 });
    const own = await host.createKey({ accountId });
    await submit(busy({ do: 'answer', units: 2 }), {}, own.bearer).expect(200);
    const { status, body } = await submit(busy({ do: 'answer', units: 2 }), {}, own.bearer);
    expect(status).toBe(429);
    expect(body.slug).toBe('quota_exhausted');
    await submit(busy({ do: 'answer', units: 1 }), {}, own.bearer).expect(200);
    expect(await quotaOf(accountId)).toEqual({ used: 3, reserved: 0 });
    expect(await jobsOf(accountId)).toBe(2);
  });

  it('POST /v1/solves 429 when too many jobs of the key wait; as many as allowed run, the rest wait their turn', async () => {
    const own = await host.createKey();
    const slow = (): Promise<{ status: number; body: { id: string } }> =>
      submit(busy({ do: 'sleep', n: 60_000 }), { Prefer: 'respond-async' }, own.bearer).then((answer) => answer);
    const ids: string[] = [];
    for (let job = 0; job < 2; job += 1) {
      const { body } = await slow();
      ids.push(body.id);
      const status = async (): Promise<string> =>
        (await host.http.get(`/v1/solves/${body.id}`).set('Authorization', own.bearer)).body.status;
      await expect.poll(status).toBe('running');
    }
    for (let job = 0; job < 5; job += 1) ids.push((await slow()).body.id);
    const refused = await slow();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      slug: 'concurrency_exceeded',
      detail: 'The key has reached its limit of waiting jobs: 5.',
    });
    const { body } = await host.http.get('/v1/solves').set('Authorization', own.bearer);
    expect(body.data.filter(({ status }: { status: string }) => status === 'running')).toHaveLength(2);
    for (const id of ids) await host.http.delete(`/v1/solves/${id}`).set('Authorization', own.bearer).expect(200);
  });
});
