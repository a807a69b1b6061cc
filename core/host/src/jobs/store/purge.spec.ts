import { openTestDatabase, startHost, type TestDatabase } from '@ostiary/testkit';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORE_STORAGE } from '../../start/core-parts.js';
import type { Em } from '../../storage/database.js';
import { composeStorage } from '../../storage/part.js';
import { statement } from '../../storage/statement.js';
import { purgeIdempotencyKeys, purgeJobs } from './purge.js';

let store: TestDatabase;
const [MINE, THEIRS] = ['acc_mine', 'acc_theirs'] as const;

beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  await store.addAccounts(MINE, THEIRS);
});
afterAll(() => store.close());

const em = (): Em => store.database.asHost();
async function drain(run: AsyncIterable<unknown>): Promise<void> {
  for await (const step of run) void step;
}

/** A job that expires so many seconds from now, with so many events; null: it has not ended. */
async function job(owner: string, expiresIn: number | null, events = 3, on = em()): Promise<string> {
  const id = `slv_${ulid()}`;
  await statement(
    on,
    `with made as (
       insert into core.jobs (id, account_id, key_id, mode, status, request, request_digest, units, event_seq, created_at, deadline_at, expires_at)
       values ($1, $2, 'key', 'm', case when $3::int is null then 'running' else 'succeeded' end, '{}', 'd', 1, $4::int,
         statement_timestamp() - interval '40 days', statement_timestamp() + interval '1 day',
         statement_timestamp() + $3::int * interval '1 second') returning id
     )
     insert into core.job_events (job_id, account_id, seq, type, status, at)
     select id, $2, seq, 'x', 'succeeded', statement_timestamp() from made, generate_series(1, $4::int) seq`,
    [id, owner, expiresIn, events],
  );
  return id;
}
const kept = async (ids: readonly string[]): Promise<string[]> =>
  (await statement<{ id: string }>(em(), 'select id from core.jobs where id = any($1::text[]) order by id', [ids])).map(
    ({ id }) => id,
  );
const eventsOf = async (id: string): Promise<number> =>
  (await statement(em(), 'select 1 from core.job_events where job_id = $1', [id])).length;

describe('the purge of jobs', () => {
  it('takes those whose time is over with all their events, and no younger, open or neighbouring one', async () => {
    const gone = [await job(MINE, -1), await job(THEIRS, -86_400), await job(MINE, 0, 0)];
    const stay = [await job(MINE, 3_600), await job(THEIRS, 3_600), await job(MINE, null), await job(THEIRS, null)];
    await drain(purgeJobs(em()));
    expect(await kept([...gone, ...stay])).toEqual(stay.toSorted());
    expect(await Promise.all([...gone, ...stay].map(eventsOf))).toEqual([0, 0, 0, 3, 3, 3, 3]);
  });

  it('goes in batches, however many there are', async () => {
    const large = await job(MINE, -1, 1_700);
    const young = await job(MINE, 3_600, 600);
    const run = purgeJobs(em());
    let left = 1_700;
    for (let step = await run.next(); step.done !== true; step = await run.next()) {
      const now = await eventsOf(large);
      expect(left - now).toBeLessThanOrEqual(500);
      left = now;
    }
    expect(await kept([large, young])).toEqual([young]);
    expect(await eventsOf(young)).toBe(600);
  });

  it('is done by several processes at once without harm', async () => {
    const gone = await Promise.all(Array.from({ length: 40 }, () => job(THEIRS, -1, 60)));
    const young = await job(THEIRS, 3_600);
    await Promise.all(Array.from({ length: 4 }, () => drain(purgeJobs(em()))));
    // One that found all of it taken ended first; together they have done it, or the next run does.
    await drain(purgeJobs(em()));
    expect(await kept([...gone, young])).toEqual([young]);
    expect(await statement(em(), 'select 1 from core.job_events where job_id = any($1::text[])', [gone])).toEqual([]);
  });
});

describe('a job past its retention', () => {
  it('GET /v1/solves/{id} 404 at once, whether it is purged yet or not; and it is in no list', async () => {
    const host = await startHost({ env: { OSTIARY_ROLES: 'api', OSTIARY_REDIS_URL: '' } });
    try {
      const { accountId, bearer } = await host.createKey();
      const on = host.database.asHost();
      const [over, young] = [await job(accountId, -1, 3, on), await job(accountId, 3_600, 3, on)];
      const get = (path: string) => host.http.get(path).set('Authorization', bearer);
      for (const tail of ['', '/events', '/artifacts']) {
        await get(`/v1/solves/${over}${tail}`).expect(404);
        await get(`/v1/solves/${young}${tail}`).expect(200);
      }
      const { body } = await get('/v1/solves');
      expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([young]);
    } finally {
      await host.close();
    }
  });
});

describe('the purge of idempotency keys', () => {
  it('takes those past their life and no other, in batches', async () => {
    await statement(
      em(),
      `insert into core.idempotency_keys (account_id, operation, key, fingerprint, job_id, expires_at)
       select owner, 'o', 'k' || n, 'f', 'slv', statement_timestamp() + interval '1 second' * (case when n <= 600 then -n - 1 else 3600 end)
       from unnest($1::text[]) owner, generate_series(1, 603) n`,
      [[MINE, THEIRS]],
    );
    await Promise.all([drain(purgeIdempotencyKeys(em())), drain(purgeIdempotencyKeys(em()))]);
    await drain(purgeIdempotencyKeys(em()));
    const left = await statement<{ key: string }>(
      em(),
      `select key from core.idempotency_keys where operation = 'o' order by key`,
    );
    expect(left.map(({ key }) => key)).toEqual(['k601', 'k601', 'k602', 'k602', 'k603', 'k603']);
  });
});
