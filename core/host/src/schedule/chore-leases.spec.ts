import { openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from '../storage/part.js';
import { type HeldLease, StoredChoreLeases } from './chore-leases.js';

let store: TestDatabase;
let leases: StoredChoreLeases;
beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  leases = new StoredChoreLeases(store.database, { choreLeaseMs: 15_000 });
});
afterAll(() => store.close());

const chore = (name: string) => ({ name, everyMs: 3_600_000 });
const held = async (name: string): Promise<HeldLease> => {
  const lease = await leases.take(chore(name));
  if ('freeInMs' in lease) throw new Error(`${name} is not free for ${lease.freeInMs} ms`);
  return lease;
};
const freeInMs = async (name: string): Promise<number> => {
  const lease = await leases.take(chore(name));
  return 'freeInMs' in lease ? lease.freeInMs : 0;
};

it('a chore that one process has is not free for another, of many who ask at once one gets it', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => leases.take(chore('many'))));
  const got = asked.filter((lease): lease is HeldLease => !('freeInMs' in lease));
  expect(got).toHaveLength(1);
  expect(await freeInMs('many')).toBeGreaterThan(0);
  await got[0]?.giveBack(false);
});

it('is due after its pause when the run is over, and at once when it was told to end before', async () => {
  // Often, because what is stored of a time may be up to half a millisecond later than it was.
  for (let at = 0; at < 100; at += 1) await (await held('early')).giveBack(false);
  await (await held('early')).giveBack(true);
  expect(await freeInMs('early')).toBeGreaterThan(3_000_000);
});

it('is free again when the lease of a dead process has lapsed, and what that one gives back later changes nothing', async () => {
  const dead = await held('dead');
  await store.database
    .asHost()
    .execute(`update core.chores set held_until = statement_timestamp() - interval '1 second' where name = 'dead'`);
  const next = await held('dead');
  await dead.giveBack(false);
  expect(await freeInMs('dead')).toBeGreaterThan(0);
  await next.giveBack(false);
});

it.each([
  ['does not answer', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('away'))],
])('tells its run to end when it cannot be renewed because the database %s', async (what, getNativeClient) => {
  const silent = { getConnection: () => ({ getNativeClient }) };
  let away = false;
  const database = { asHost: () => (away ? silent : store.database.asHost()) } as unknown as TestDatabase['database'];
  const lease = await new StoredChoreLeases(database, { choreLeaseMs: 600 }).take(chore(`silent ${what}`));
  away = true;
  if ('freeInMs' in lease) throw new Error('the chore is not free');
  const lost = new Promise<string>((resolve) => lease.onLost(() => resolve('lost')));
  await expect(lost).resolves.toBe('lost');
});
