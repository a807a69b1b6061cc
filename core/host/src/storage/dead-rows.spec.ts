import { asOwner, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clearDeadRows } from './dead-rows.js';
import { statement } from './statement.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

const owner = () => asOwner(host.database);
const deadRows = async (table: string): Promise<number> => {
  // What the session has counted is told at once.
  await owner().execute('select pg_stat_force_next_flush()');
  const [row] = await owner().execute<{ dead: number | string }[]>(
    'select n_dead_tup as dead from pg_stat_user_tables where schemaname = ? and relname = ?',
    ['core', table],
  );
  return Number(row?.dead);
};
/** A table of a thousand dead rows. */
async function makeDeadRows(table: string): Promise<void> {
  await owner().execute(`create table core.${table} (n int)`);
  await owner().execute(`insert into core.${table} select generate_series(1, 1000)`);
  await owner().execute(`delete from core.${table}`);
  expect(await deadRows(table)).toBe(1_000);
}
async function clear(): Promise<void> {
  for await (const _ of clearDeadRows(host.database)) continue;
}
/** The role of a statement for an account, which sets none of its own. */
const whoAmI = () => statement<{ name: string }>(host.database.forAccount('acc_any'), 'select current_user as name');

// A server has its own autovacuum.
describe.skipIf(process.env['OSTIARY_DATABASE_URL'])('dead rows of the embedded database', () => {
  it('go where there are many', async () => {
    await makeDeadRows('many');
    await clear();
    expect(await deadRows('many')).toBe(0);
  });

  it('are cleared away as a chore', async () => {
    const begun = () => owner().execute(`select 1 as begun from core.chores where name = 'core/dead rows'`);
    await vi.waitFor(async () => expect(await begun()).toEqual([{ begun: 1 }]), 30_000);
  });

  it("are cleared by the owner of the tables, and nothing else is: the session is the service's before and after", async () => {
    expect(await whoAmI()).toEqual([{ name: 'ostiary_service' }]);
    await makeDeadRows('owned');
    const asked = new AbortController();
    const cleared = clear().finally(() => asked.abort());
    const seen = new Set<string>();
    while (!asked.signal.aborted)
      for (const [row] of await Promise.all(Array.from({ length: 10 }, whoAmI))) seen.add(row?.name ?? '');
    await cleared;
    expect([...seen]).toEqual(['ostiary_service']);
    expect(await whoAmI()).toEqual([{ name: 'ostiary_service' }]);
  });

  it("leave the session the service's when a table is gone meanwhile", async () => {
    await makeDeadRows('first');
    await makeDeadRows('second');
    const run = clearDeadRows(host.database);
    await run.next();
    await owner().execute('drop table core.first, core.second');
    await expect(run.next()).rejects.toThrow('does not exist');
    expect(await whoAmI()).toEqual([{ name: 'ostiary_service' }]);
  });
});
