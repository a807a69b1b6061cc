import { asOwner, FakeClock, openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import type { AuditEntry } from '@ostiary/plugin-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from '../storage/part.js';
import { statement } from '../storage/statement.js';
import { AuditService } from './audit.service.js';
import { newestRows, type KeptRow } from './read.js';
import { digestOf } from './row.js';
import { verifyAudit } from './verify.js';

let store: TestDatabase;
const clock = new FakeClock('2026-03-01T09:00:00.123Z');
const audit = new AuditService(clock);

beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
});
afterAll(() => store.close());

/** As an administrator of the database who covers something up. */
async function tamper(...texts: readonly string[]): Promise<void> {
  const owner = asOwner(store.database);
  await owner.execute('alter table core.audit disable trigger user');
  for (const text of texts) await owner.execute(text);
  await owner.execute('alter table core.audit enable trigger user');
}
beforeEach(() => tamper('delete from core.audit', 'delete from core.audit_heads'));

const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'key.revoked',
  account: 'acc_a',
  subject: 'key_1',
  actor: { kind: 'operator', id: null },
  detail: { b: 1.5, a: ['x', null] },
  ...over,
});
const record = (over: Partial<AuditEntry> = {}): Promise<void> =>
  store.database.asHost().transactional((tx) => audit.record(tx, entry(over)));
async function rowAt(chain: string, seq: number): Promise<KeptRow> {
  const row = (await newestRows(store.database.asHost(), chain, 100)).find((one) => one.seq === seq);
  if (row === undefined) throw new Error(`there is no row ${seq} of ${chain}`);
  return row;
}
const faults = async (): Promise<string[]> =>
  (await verifyAudit(store.database.asHost())).faults.map(({ chain, seq, fault, from }) =>
    [chain, seq, fault, ...(from === undefined ? [] : [`from ${from}`])].join(' '),
  );

describe('the audit', () => {
  it('keeps a chain for each account and one for the deployment, whoever records at once', async () => {
    const accounts = ['acc_a', 'acc_b', null];
    await Promise.all(Array.from({ length: 30 }, (_, n) => record({ account: accounts[n % 3]!, subject: `s${n}` })));
    const { chains, rows, faults: found } = await verifyAudit(store.database.asHost());
    expect(chains.map(({ chain, seq }) => [chain, seq])).toEqual([
      ['acc_a', 10],
      ['acc_b', 10],
      ['host', 10],
    ]);
    expect([rows, found]).toEqual([30, []]);
  });

  it('records in the transaction of what it records, and nowhere else', async () => {
    const undone = store.database.asHost().transactional(async (tx) => {
      await audit.record(tx, entry());
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    await expect(audit.record(store.database.asHost(), entry())).rejects.toThrow('in the transaction');
    await record();
    expect(await newestRows(store.database.asHost(), null, 10)).toMatchObject([
      { chain: 'acc_a', seq: 1, at: clock.now(), detail: '{"a":["x",null],"b":1.5}' },
    ]);
  });

  it('refuses a detail that is no record but a store', async () => {
    await expect(record({ detail: { text: 'x'.repeat(5_000) } })).rejects.toThrow('too large');
  });

  it('shows an account its own rows, and lets it record about itself alone', async () => {
    await record();
    await record({ account: 'acc_b' });
    const b = store.database.forAccount('acc_b');
    expect((await newestRows(b, null, 10)).map(({ chain }) => chain)).toEqual(['acc_b']);
    await b.transactional((tx) => audit.record(tx, entry({ account: 'acc_b' })));
    for (const account of ['acc_a', null])
      await expect(b.transactional((tx) => audit.record(tx, entry({ account })))).rejects.toThrow('row-level security');
    expect(await faults()).toEqual([]);
  });

  it('is only added to: not by the service, not by the host, not by whoever owns the tables', async () => {
    await record();
    const changes = [`update core.audit set subject = 'key_2'`, 'delete from core.audit', 'truncate core.audit'];
    for (const change of changes) {
      await expect(statement(store.database.asHost(), change)).rejects.toMatchObject({ code: '42501' });
      await expect(statement(store.database.forAccount('acc_a'), change)).rejects.toMatchObject({ code: '42501' });
      await expect(asOwner(store.database).execute(change)).rejects.toThrow('only added');
    }
    await expect(statement(store.database.asHost(), 'delete from core.audit_heads')).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('its verification', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 6; n += 1) await record({ subject: `key_${n}` });
    await record({ account: 'acc_b' });
  });

  it.each([
    `account_id = 'acc_b'`,
    `at = at + interval '1 millisecond'`,
    `action = 'key.created'`,
    `subject = 'key_9'`,
    `actor_kind = 'service'`,
    `actor_id = 'root'`,
    `detail = '{}'`,
    `previous = hash`,
    `hash = previous`,
  ])('names a row in which %s was written', async (change) => {
    await tamper(`update core.audit set ${change} where chain = 'acc_a' and seq = 3`);
    expect(await faults()).toContain('acc_a 3 changed');
  });

  it('names a row that was changed together with its digest, and the last one too', async () => {
    const forged = digestOf({ ...(await rowAt('acc_a', 3)), subject: 'key_9' });
    await tamper(`update core.audit set subject = 'key_9', hash = '${forged}' where chain = 'acc_a' and seq = 3`);
    expect(await faults()).toEqual(['acc_a 3 changed']);
    const forgedLast = digestOf({ ...(await rowAt('acc_b', 1)), subject: 'key_9' });
    await tamper(`update core.audit set subject = 'key_9', hash = '${forgedLast}' where chain = 'acc_b'`);
    expect(await faults()).toEqual(['acc_a 3 changed', 'acc_b 1 changed']);
  });

  it('names rows that are missing: in the middle, at the end, and all', async () => {
    await tamper(
      `delete from core.audit where chain = 'acc_a' and seq in (2, 3, 6)`,
      `delete from core.audit where chain = 'acc_b'`,
    );
    expect(await faults()).toEqual(['acc_a 2 missing', 'acc_a 3 missing', 'acc_a 6 missing', 'acc_b 1 missing']);
  });

  it('names rows that changed places, and where they stood', async () => {
    await tamper(
      `update core.audit set seq = 100 where chain = 'acc_a' and seq = 3`,
      `update core.audit set seq = 3 where chain = 'acc_a' and seq = 4`,
      `update core.audit set seq = 4 where chain = 'acc_a' and seq = 100`,
    );
    expect(await faults()).toEqual(['acc_a 3 moved from 4', 'acc_a 4 moved from 3']);
  });

  it('names rows that were put behind the end, or into a chain that is none', async () => {
    await tamper(
      `insert into core.audit select 'acc_a', 7, account_id, at, action, subject, actor_kind, actor_id, detail, previous, hash from core.audit where chain = 'acc_a' and seq = 6`,
      `insert into core.audit select 'acc_z', 1, account_id, at, action, subject, actor_kind, actor_id, detail, previous, hash from core.audit where chain = 'acc_a' and seq = 1`,
    );
    expect(await faults()).toEqual(['acc_a 7 added', 'acc_z 1 added']);
  });
});
