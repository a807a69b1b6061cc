import { startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';
import { takeNext } from './dispatch.js';

/** A database of its own: entries of indexes that rows of other tests have left would be counted, too. */
let host: TestHost;

beforeAll(async () => {
  host = await startHost({ env: { OSTIARY_ROLES: 'api', OSTIARY_REDIS_URL: '' } });
});
afterAll(() => host.close());

it('the next jobs of a long queue are found with as few rows read as those of a short one', async () => {
  const account = await host.createAccount({ units: 1_000_000 });
  await statement(
    host.database.asHost(),
    `insert into core.jobs (id, account_id, key_id, mode, status, request, request_digest, units, event_seq, created_at, deadline_at)
     select 'slv_long_' || n, $1, 'key_long', 'm', 'queued', '{}', 'd', 0, 1, statement_timestamp(), statement_timestamp() + interval '1 h'
     from generate_series(1, 4000) n`,
    [account],
  );
  const rowsRead = await host.database.asHost().transactional(async (tx) => {
    expect((await takeNext(tx, { ahead: 4, runningPerKey: 4 })).deliveries).toHaveLength(4);
    const [read] = await statement<{ n: number | string }>(
      tx,
      `select sum(pg_stat_get_xact_tuples_fetched(read.from)) + pg_stat_get_xact_tuples_returned('core.jobs'::regclass) as n from (
         select 'core.jobs'::regclass::oid as from union all select indexrelid from pg_index where indrelid = 'core.jobs'::regclass
       ) read`,
    );
    return Number(read?.n);
  });
  expect(rowsRead).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThan(100);
});
