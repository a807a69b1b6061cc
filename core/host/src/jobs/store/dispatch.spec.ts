import { asOwner, startHost, type TestHost } from '@ostiary/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { takeNext } from './dispatch.js';

/** A database of its own for each: rows of other tests would be counted, too. */
let host: TestHost;
let account: string;

beforeEach(async () => {
  host = await startHost({ env: { OSTIARY_ROLES: 'api', OSTIARY_REDIS_URL: '' } });
  account = await host.createAccount({ units: 1_000_000 });
});
afterEach(() => host.close());

/** Jobs with ids as long as real ones: which index is the cheaper depends on their sizes. */
async function store(status: 'queued' | 'running' | 'succeeded', keys: number, of: number): Promise<void> {
  await statement(
    host.database.asHost(),
    `insert into core.jobs (id, account_id, key_id, mode, status, request, request_digest, units, event_seq, created_at, deadline_at)
     select 'slv_' || lpad($2 || key || '_' || n, 26, '0'), $1, 'key_' || lpad(key::text, 26, '0'), 'm', $2, '{}', 'd', 0, 1, statement_timestamp(), statement_timestamp() + interval '1 h'
     from generate_series(1, $3::int) key, generate_series(1, $4::int) n`,
    [account, status, keys, of],
  );
}

/** Rows and entries of indexes that the session has read since its counts were told last. */
async function counted(tx: Em): Promise<number> {
  const [read] = await statement<{ n: number | string }>(
    tx,
    `select sum(pg_stat_get_xact_tuples_returned(read.from)) as n from (
       select 'core.jobs'::regclass::oid as from union all select indexrelid from pg_index where indrelid = 'core.jobs'::regclass
     ) read`,
  );
  return Number(read?.n);
}

/** Rows and entries of indexes that one choice of the next four jobs reads. */
async function rowsRead(): Promise<number> {
  return host.database.asHost().transactional(async (tx) => {
    const before = await counted(tx);
    const taken = await takeNext(tx, { ahead: 4, runningPerKey: 4 });
    expect([taken.deliveries.length, taken.more]).toEqual([4, true]);
    const read = (await counted(tx)) - before;
    expect(read).toBeGreaterThan(0);
    return read;
  });
}

it('the next jobs of a long queue are found with as few rows read as those of a short one', async () => {
  await store('queued', 1, 4_000);
  expect(await rowsRead()).toBeLessThan(300);
});

it('so are those of many keys with long queues', async () => {
  await store('queued', 11, 1_000);
  expect(await rowsRead()).toBeLessThan(300);
});

it('rows that ended before are not read, whatever the database knows of them', async () => {
  await store('succeeded', 1, 5_000);
  await store('queued', 10, 900);
  await asOwner(host.database).execute('analyze core.jobs');
  expect(await rowsRead()).toBeLessThan(300);
});

it('entries that jobs left in indexes when they ended are not read again and again', async () => {
  await store('running', 1, 3_000);
  await statement(host.database.asHost(), `update core.jobs set status = 'succeeded'`);
  await store('queued', 20, 10);
  // Once, from when nobody can still see what they were: PostgreSQL's own analysis of the table is somebody.
  const readNext = async (): Promise<number> => {
    // What an earlier look took goes back: no more than four are ahead.
    await statement(
      host.database.asHost(),
      'update core.jobs set dispatched_at = null where dispatched_at is not null',
    );
    await takeNext(host.database.asHost(), { ahead: 0, runningPerKey: 4 });
    return rowsRead();
  };
  await expect.poll(readNext, { interval: 2_000 }).toBeLessThan(300);
});
