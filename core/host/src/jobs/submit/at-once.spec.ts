import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
/** Of each time the mode was asked to solve: whether its job was stored then. */
let tries: boolean[];

/** As many of a key as come at once in the tests: of these one is tried, and the others wait. */
const QUEUED = 20;

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode, fixtures.withStorage],
    env: {
      OSTIARY_QUEUED_JOBS: String(QUEUED),
      OSTIARY_RUNNING_JOBS: '1',
      OSTIARY_RATE_BURST: '100000',
      OSTIARY_RATE_PER_MINUTE: '1000000',
    },
  });
});
afterAll(() => host.close());
beforeEach(async () => {
  key = await host.createKey();
  tries = [];
  fixtures.busyTries.begun = async (id) => {
    tries.push((await rows('select 1 from core.jobs where id = $1', id)).length > 0);
  };
});
afterEach(() => {
  fixtures.busyTries.begun = () => Promise.resolve();
});

const rows = (text: string, ...values: readonly string[]) =>
  statement<Record<string, unknown>>(host.database.asHost(), text, values);
const submit = (body: object, headers: Record<string, string> = {}, bearer = key.bearer) =>
  host.http
    .post('/v1/solves')
    .set({ Authorization: bearer, Prefer: 'wait=10', ...headers })
    .send(body);
const quick = (fields: object = {}): object => ({
  mode: 'busy',
  do: 'answer',
  text: 'hello',
  at_once: true,
  ...fields,
});
const quota = async () =>
  (await rows('select used::int, reserved::int from core.quotas where account_id = $1', key.accountId))[0];
const stored = async (): Promise<unknown> =>
  (await rows('select count(*)::int as n from core.jobs where account_id = $1', key.accountId))[0]?.['n'];

/** Many times more quick jobs than are answered while two others run, one after the other. */
const MANY = 500;

/** All that is stored of a job but its name and its times: of these, which there are, and whether they are in order. */
async function leftBy(id: string): Promise<object> {
  const [job] = await rows('select * from core.jobs where id = $1', id);
  const events = await rows(
    'select seq, type, status, data, at from core.job_events where job_id = $1 order by seq',
    id,
  );
  const ledger = await rows('select kind, units from core.quota_ledger where job_id = $1 order by kind', id);
  const hidden = ['id', 'request', 'request_digest', 'worker_id', 'traceparent'];
  const times = Object.keys(job ?? {}).filter((name) => name.endsWith('_at'));
  const told = Object.entries(job ?? {}).map(([name, value]) => [
    name,
    hidden.includes(name) || times.includes(name) ? value !== null : value,
  ]);
  const at = events.map((event) => String(event['at']));
  expect(at).toEqual(at.toSorted());
  expect(at[0]).toBe(String(job?.['created_at']));
  expect(at[2]).toBe(String(job?.['finished_at']));
  return { job: Object.fromEntries(told) as object, events: events.map((event) => ({ ...event, at: null })), ledger };
}

describe('a job that its mode says can be solved at once', () => {
  it('POST /v1/solves 200 solved before it is stored, and leaves what any job leaves', async () => {
    const fields = { units: 7, label: 'a label', metadata: { b: '1', a: '2' } };
    const atOnce = await submit(quick(fields));
    const asAny = await submit(quick({ ...fields, at_once: false }));
    expect(tries).toEqual([false, true]);
    expect([atOnce.status, asAny.status]).toEqual([200, 200]);
    const { id, ...view } = atOnce.body as { readonly id: string };
    const other = asAny.body as { readonly id: string };
    expect(await leftBy(id)).toEqual(await leftBy(other.id));
    expect(await quota()).toEqual({ used: 14, reserved: 0 });
    const read = await host.http.get(`/v1/solves/${id}?include=result`).set('Authorization', key.bearer);
    expect({ id, ...view }).toEqual(read.body);
    expect(Object.keys(view)).toEqual(Object.keys(other).filter((name) => name !== 'id'));
  });

  it('ran as long as it ran, by the clock of the database', async () => {
    const { body } = await submit(quick({ do: 'sleep', n: 60 }));
    const { created_at, started_at, finished_at } = body as Record<string, string>;
    expect(tries).toEqual([false]);
    expect(started_at).toBe(created_at);
    expect(Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')).toBeGreaterThanOrEqual(55);
  });

  it.each([
    ['asks for a solver', { do: 'ask' }, 'succeeded'],
    ['asks for a solver and could do without', { do: 'do_without' }, 'succeeded'],
    ['tells how far it is', { do: 'progress', n: 1 }, 'succeeded'],
    ['makes a file', { do: 'artefact', text: 'made' }, 'succeeded'],
    ['answers more than is kept inline', { do: 'big', n: 4 * 1024 * 1024 }, 'succeeded'],
    ['takes too long', { do: 'sleep', n: 400 }, 'succeeded'],
    ['cannot be stopped', { do: 'ignore_abort', n: 1_400 }, 'succeeded'],
    ['throws', { do: 'throw' }, 'failed'],
    ['answers what it must not', { do: 'answer_wrong' }, 'failed'],
    ['cannot say its answer in short', { text: 'unspeakable' }, 'succeeded'],
  ])('is stored first and run like any other job when it %s', async (_, fields, status) => {
    const { body } = await submit(quick(fields));
    expect(body).toMatchObject({ status, attempt: 1 });
    expect(tries).toEqual([false, true]);
    expect(await stored()).toBe(1);
    expect(await quota()).toEqual({ used: status === 'failed' ? 0 : 1, reserved: 0 });
  });

  it.each([
    ['does not wait', quick(), { Prefer: 'respond-async' }],
    ['may send it again', quick(), { 'Idempotency-Key': 'once' }],
    ['asks for what the mode does not solve so', quick({ at_once: false }), {}],
  ])('is stored first when the caller %s', async (_, body, headers) => {
    const { id } = (await submit(body, headers)).body as { readonly id: string };
    await expect
      .poll(async () => (await rows('select status from core.jobs where id = $1', id))[0]?.['status'])
      .toBe('succeeded');
    expect(tries).toEqual([true]);
  });

  it('POST /v1/solves 429 without units for it: nothing is stored or charged', async () => {
    await rows('update core.quotas set units_limit = 5 where account_id = $1', key.accountId);
    expect((await submit(quick({ units: 5 }))).status).toBe(200);
    const { status, body } = await submit(quick());
    expect([status, (body as { readonly slug: string }).slug]).toEqual([429, 'quota_exhausted']);
    expect(await stored()).toBe(1);
    expect(await quota()).toEqual({ used: 5, reserved: 0 });
  });

  it('of many in the same instant, exactly as many as fit', async () => {
    await rows('update core.quotas set units_limit = 25 where account_id = $1', key.accountId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(quick({ units: 3 }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
    expect(await stored()).toBe(8);
    expect(await quota()).toEqual({ used: 24, reserved: 0 });
  });

  it('starts a period anew', async () => {
    await submit(quick({ units: 3 }));
    await rows(`update core.quotas set period_end = '2020-01-01' where account_id = $1`, key.accountId);
    await submit(quick({ units: 4 }));
    expect(await quota()).toEqual({ used: 4, reserved: 0 });
  });

  it('POST /v1/solves 429 when too many of its key wait already', async () => {
    const longer = { mode: 'busy', do: 'sleep', n: 60_000 };
    for (let jobs = 0; jobs <= QUEUED; jobs += 1) await submit(longer, { Prefer: 'respond-async' });
    await expect.poll(() => tries.length).toBe(1);
    const { status, body } = await submit(quick());
    expect([status, (body as { readonly slug: string }).slug]).toEqual([429, 'concurrency_exceeded']);
    const ids = await rows('select id from core.jobs where account_id = $1', key.accountId);
    expect(ids).toHaveLength(QUEUED + 1);
    for (const { id } of ids)
      await host.http
        .delete(`/v1/solves/${String(id)}`)
        .set('Authorization', key.bearer)
        .expect(200);
  });

  it('is stored first when as many of its key are being solved as may run at once', async () => {
    // Half of what a try may take: time for the other request to come, and for this one to end.
    const longer = quick({ do: 'sleep', n: 125 });
    const answers = await Promise.all([submit(longer), submit(longer)]);
    expect(answers.map(({ body }) => (body as { readonly status: string }).status)).toEqual(['succeeded', 'succeeded']);
    expect(tries).toEqual([false, true]);
    const other = await host.createKey();
    await Promise.all([submit(longer), submit(longer, {}, other.bearer)]);
    expect(tries.slice(2)).toEqual([false, false]);
  });

  it('leaves the jobs of others their turn, however many there are', async () => {
    const other = await host.createKey();
    const longer = { mode: 'busy', do: 'sleep', n: 50 };
    const flood = { answered: 0, isOver: false };
    const lanes = Array.from({ length: 4 }, async () => {
      while (!flood.isOver && flood.answered < MANY) {
        await submit(quick()).expect(200);
        flood.answered += 1;
      }
    });
    // The second one waits until the first one has ended.
    const ended = await Promise.all([submit(longer, {}, other.bearer), submit(longer, {}, other.bearer)]);
    flood.isOver = true;
    await Promise.all(lanes);
    expect(ended.map(({ body }) => (body as { readonly status: string }).status)).toEqual(['succeeded', 'succeeded']);
    expect(flood.answered).toBeLessThan(MANY);
  });

  it('stores its rows with its end, and fails like any other job when the table refuses them', async () => {
    const note = (text: string) => submit({ mode: 'noting', text, at_once: true });
    expect((await note('first')).body).toMatchObject({ status: 'succeeded' });
    // Every note has the same primary key.
    expect((await note('second')).body).toMatchObject({ status: 'failed', error: { slug: 'internal' } });
    expect(await rows('select text from with_storage.notes')).toEqual([{ text: 'first' }]);
    expect(await stored()).toBe(2);
    expect(await quota()).toEqual({ used: 1, reserved: 0 });
  });
});

describe('a process that runs no jobs', () => {
  it('stores them for those that do', async () => {
    const asking = await startHost({
      plugins: [fixtures.withBusyMode],
      env: { OSTIARY_ROLES: 'api', OSTIARY_REDIS_URL: '' },
    });
    try {
      const { bearer } = await asking.createKey();
      await asking.http.post('/v1/solves').set({ Authorization: bearer, Prefer: 'wait=1' }).send(quick()).expect(202);
      expect(tries).toEqual([]);
    } finally {
      await asking.close();
    }
  });
});
