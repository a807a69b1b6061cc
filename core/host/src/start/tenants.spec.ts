import { asOwner, fixtures, startHost, TenantSweep, type TestHost } from '@ostiary/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PreparedPglite } from '../storage/prepared-pglite.js';

let host: TestHost;
let sweep: TenantSweep;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withBusyMode, fixtures.withUpload, fixtures.withFiles] });
  sweep = await TenantSweep.prepare(host);
});
afterAll(() => host.close());
afterEach(() => vi.restoreAllMocks());

async function rowSecurity(state: 'enable' | 'disable'): Promise<void> {
  const owner = asOwner(host.database);
  const tables = await owner.execute<{ name: string }[]>(
    `select distinct polrelid::regclass::text as name from pg_policy where polname = 'tenant'`,
  );
  for (const { name } of tables) await owner.execute(`alter table ${name} ${state} row level security`);
}

describe('another account, asked for in every operation', () => {
  it('is nobody', async () => {
    expect(await sweep.run()).toEqual([]);
  });

  it('is nobody by the conditions of the statements alone', async () => {
    await rowSecurity('disable');
    expect(await sweep.run()).toEqual([]);
    await rowSecurity('enable');
  });
});

/** A condition on the account, as statements write it: the account of the caller, or of a row that was found by it. */
const CONDITION = /\b(?:\w+\.)?account_id = (?<account>\$\d+|\w+\.account_id)/g;

/** What is asked of a job, in the same request, after it was read for the account: the condition is made twice. */
const AFTER_THE_JOB = [/a\.job_id = \$1 and a\.account_id = \$2/, /^select j\.result from core\.jobs/];

// On the embedded database every statement comes by here; on PostgreSQL those within a transaction do not.
describe.skipIf(process.env['OSTIARY_DATABASE_URL'])('a condition on the account that a statement lacks', () => {
  const run = Object.getOwnPropertyDescriptor(PreparedPglite.prototype, 'run')
    ?.value as typeof PreparedPglite.prototype.run;

  it('is made up for by the database, and noticed without it', async () => {
    const texts = new Set<string>();
    vi.spyOn(PreparedPglite.prototype, 'run').mockImplementation(function note(this: PreparedPglite, ...given) {
      if (given[2][0] !== 'role') texts.add(given[0]);
      return run.apply(this, given);
    });
    expect(await sweep.run()).toEqual([]);
    const asked = [...texts].filter((text) => !AFTER_THE_JOB.some((known) => known.test(text)));
    const without = asked.flatMap((text) =>
      [...text.matchAll(CONDITION)].map(({ index, 0: condition, groups }) => ({
        text,
        condition: `${condition} in: ${text.slice(0, 90)}`,
        // The account stays bound, but is no condition any more.
        mutated: `${text.slice(0, index)}(${groups?.['account']}::text is not null)${text.slice(index + condition.length)}`,
      })),
    );
    expect(without.length).toBeGreaterThan(5);
    const leaks: string[] = [];
    const unnoticed: string[] = [];
    for (const { text, mutated, condition } of without) {
      let used = false;
      vi.spyOn(PreparedPglite.prototype, 'run').mockImplementation(function lacking(this: PreparedPglite, ...given) {
        const [asWritten, ...rest] = given;
        used ||= asWritten === text;
        return run.apply(this, [asWritten === text ? mutated : asWritten, ...rest]);
      });
      if ((await sweep.run()).length > 0) leaks.push(condition);
      await rowSecurity('disable');
      used = false;
      // A job may be cancelled while it waits or while it runs, each by a statement of its own: which one is a matter of time.
      if ((await sweep.run()).length === 0 && used) unnoticed.push(condition);
      await rowSecurity('enable');
      await sweep.settle();
    }
    expect({ leaks, unnoticed }).toEqual({ leaks: [], unnoticed: [] });
  });
});
