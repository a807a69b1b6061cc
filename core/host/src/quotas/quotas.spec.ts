import { FakeClock, startHost, type TestHost } from '@ostiary/testkit';
import { ProblemError } from '@ostiary/plugin-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { periodOf } from './period.js';
import { quotaExhausted } from './exhausted.js';
import { reservation, reservationTimes } from './reservation.js';
import { type Outcome, settlement } from './settlement.js';

const clock = new FakeClock('2026-03-31T23:59:00.000Z');
let host: TestHost;

beforeAll(async () => {
  host = await startHost({ clock });
});
afterAll(() => host.close());

let jobs = 0;
const newJob = () => `job_${(jobs += 1)}`;

/** Holds units as the statement that stores a job does, and refuses as its caller does. */
async function hold(em: Em, accountId: string, units: number, jobId: string): Promise<void> {
  const [now, start, end] = reservationTimes(clock.now());
  const reserved = await statement(
    em,
    `with wanted as (select $1::text as job_id, $2::text as account_id, $3::bigint as units), ${reservation('$4', '$5', '$6')}
     select job_id from reserved`,
    [jobId, accountId, units, now, start, end],
  );
  if (reserved.length === 0) throw quotaExhausted();
}
const reserve = (accountId: string, units: number, jobId = newJob()) =>
  host.database.asHost().transactional((em) => hold(em, accountId, units, jobId));
/** Settles as the statement that ends a job does. */
const settlingText = (outcome: Outcome) =>
  `with moved as materialized (select $1::text as id), ${settlement(outcome)} select account_id from freed`;
const settle = async (jobId: string, outcome: Outcome): Promise<void> => {
  await statement(host.database.asHost(), settlingText(outcome), [jobId]);
};

/** Rows and entries of indexes of the ledger that the session has read since its counts were told last. */
async function counted(em: Em): Promise<number> {
  const [read] = await statement<{ n: number | string }>(
    em,
    `select sum(pg_stat_get_xact_tuples_returned(read.from)) as n from (
       select 'core.quota_ledger'::regclass::oid as from
       union all select indexrelid from pg_index where indrelid = 'core.quota_ledger'::regclass
     ) read`,
  );
  return Number(read?.n);
}

async function state(accountId: string): Promise<{ used: number; reserved: number; ledger: number }> {
  const em = host.database.asHost();
  const [quota] = await em.execute<{ used: string; reserved: string }[]>(
    'select used, reserved from core.quotas where account_id = ?',
    [accountId],
  );
  const [sum] = await em.execute<{ units: string | null }[]>(
    `select sum(units) as units from core.quota_ledger where account_id = ? and kind = 'settle'`,
    [accountId],
  );
  return { used: Number(quota?.used), reserved: Number(quota?.reserved), ledger: Number(sum?.units ?? 0) };
}

describe('units of work', () => {
  it('are held for exactly as many of 200 submissions at once as fit', async () => {
    for (let round = 0; round < 3; round += 1) {
      const accountId = await host.createAccount({ units: 10 });
      const results = await Promise.allSettled(Array.from({ length: 200 }, () => reserve(accountId, 1)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as ProblemError] : [],
      );
      expect(new Set(reasons.map(({ slug }) => slug))).toEqual(new Set(['quota_exhausted']));
      expect(await state(accountId)).toMatchObject({ used: 0, reserved: 10 });
    }
  });

  it('are charged or given back once, whatever comes after', async () => {
    const accountId = await host.createAccount({ units: 10 });
    const [charged, refunded] = [newJob(), newJob()];
    await reserve(accountId, 3, charged);
    await reserve(accountId, 4, refunded);
    await Promise.all([settle(charged, 'charge'), settle(charged, 'refund'), settle(charged, 'charge')]);
    await settle(refunded, 'refund');
    await settle(refunded, 'charge');
    const { used, reserved, ledger } = await state(accountId);
    expect({ reserved, ledger }).toEqual({ reserved: 0, ledger: used });
    expect([0, 3]).toContain(used);
    await reserve(accountId, 10 - used);
    await expect(reserve(accountId, 1)).rejects.toThrow(ProblemError);
  });

  it('are not held when the transaction around fails, and a second hold of one job is refused', async () => {
    const accountId = await host.createAccount({ units: 10 });
    const job = newJob();
    const failing = host.database.asHost().transactional(async (em) => {
      await hold(em, accountId, 5, job);
      throw new Error('the job cannot be stored');
    });
    await expect(failing).rejects.toThrow('cannot be stored');
    expect(await state(accountId)).toMatchObject({ reserved: 0 });
    await reserve(accountId, 5, job);
    await expect(reserve(accountId, 5, job)).rejects.toThrow('duplicate key');
    expect(await state(accountId)).toMatchObject({ reserved: 5 });
  });

  it('nothing held is nothing to settle', async () => {
    await expect(settle('job_unknown', 'charge')).resolves.toBeUndefined();
  });

  it('are settled with as few rows read as ever, however many jobs there were before', async () => {
    const accountId = await host.createAccount({ units: 10 });
    /** Settles one more job of the account, and returns what was read of the ledger. */
    const readForOne = async (): Promise<number> => {
      const job = newJob();
      await reserve(accountId, 1, job);
      return host.database.forAccount(accountId).transactional(async (em) => {
        const before = await counted(em);
        await statement(em, settlingText('charge'), [job]);
        return (await counted(em)) - before;
      });
    };
    // A plan is kept from the sixth on, made while there is little to read.
    for (let n = 0; n < 6; n += 1) expect(await readForOne()).toBeGreaterThan(0);
    await statement(
      host.database.asHost(),
      `insert into core.quota_ledger (job_id, kind, account_id, units, at)
       select 'slv_' || lpad(n::text, 26, '0'), kind, $1, 1, statement_timestamp()
       from generate_series(1, 2000) n, unnest(array['reserve', 'settle']) kind`,
      [accountId],
    );
    expect(await readForOne()).toBeLessThan(10);
  });

  it('start anew with the month; what is held is carried over', async () => {
    const accountId = await host.createAccount({ units: 10 });
    const [done, running] = [newJob(), newJob()];
    await reserve(accountId, 6, done);
    await settle(done, 'charge');
    await reserve(accountId, 3, running);
    await expect(reserve(accountId, 2)).rejects.toThrow(ProblemError);
    // The first moment of the next month, which no longer belongs to this one.
    clock.advance(60_000);
    expect(clock.now()).toEqual(new Date('2026-04-01'));
    await reserve(accountId, 7);
    expect(await state(accountId)).toMatchObject({ used: 0, reserved: 10 });
    await settle(running, 'charge');
    expect(await state(accountId)).toMatchObject({ used: 3, reserved: 7 });
  });

  it('count by calendar months in UTC', () => {
    expect(periodOf(new Date('2026-12-31T23:59:59.999Z'))).toEqual({
      start: new Date('2026-12-01'),
      end: new Date('2027-01-01'),
    });
  });
});
