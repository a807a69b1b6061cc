import { ComputeService } from '@ostiary/host';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../storage/statement.js';
import { runs } from '../../../../tools/testing/runs.js';

const RACES = runs(75);

let host: TestHost;

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode],
    env: { OSTIARY_QUEUED_JOBS: '10000', OSTIARY_RUNNING_JOBS: '8', OSTIARY_WORKERS: '8' },
  });
});
afterAll(() => host.close());

const sql = <Row>(text: string, values: readonly (string | readonly string[])[] = []): Promise<Row[]> =>
  statement<Row>(host.database.asHost(), text, values);

function submit(key: TestKey, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${host.url}/v1/solves`, {
    method: 'POST',
    headers: { Authorization: key.bearer, 'Content-Type': 'application/json', Prefer: 'respond-async', ...headers },
    body: JSON.stringify({ mode: 'busy', ...body }),
  });
}

async function allEnded(accountId: string): Promise<void> {
  const open = async (): Promise<number> =>
    (await sql(`select 1 from core.jobs where account_id = $1 and status in ('queued', 'running')`, [accountId]))
      .length;
  await expect.poll(open, { interval: 50 }).toBe(0);
}

/** What must hold of an account once all its jobs have ended, whatever happened to them. */
async function expectBalanced(accountId: string): Promise<void> {
  const [books] = await sql<{
    reserved: number;
    used: number;
    charged: number;
    jobs: number;
    settled: number;
    charges: number;
  }>(
    `select q.reserved::int, q.used::int, coalesce(sum(j.units_charged), 0)::int as charged, count(j.id)::int as jobs,
       (select count(*)::int from core.quota_ledger l where l.account_id = q.account_id and kind = 'settle') as settled,
       (select coalesce(sum(units), 0)::int from core.quota_ledger l where l.account_id = q.account_id and kind = 'settle') as charges
     from core.quotas q left join core.jobs j on j.account_id = q.account_id where q.account_id = $1 group by q.account_id`,
    [accountId],
  );
  expect(books).toMatchObject({ reserved: 0 });
  expect(books?.settled).toBe(books?.jobs);
  expect(books?.used).toBe(books?.charged);
  expect(books?.charges).toBe(books?.charged);
  const stories = await sql<{ status: string; types: string[]; seqs: number[] }>(
    `select j.status, array_agg(e.type order by e.seq) as types, array_agg(e.seq order by e.seq) as seqs
     from core.jobs j join core.job_events e on e.job_id = j.id where j.account_id = $1 group by j.id`,
    [accountId],
  );
  for (const { status, types, seqs } of stories) {
    expect(types.filter((type) => /^job\.(succeeded|failed|cancelled|expired)$/.test(type))).toEqual([`job.${status}`]);
    expect(types.at(-1)).toBe(`job.${status}`);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  }
}

describe('many at once', () => {
  it('admits exactly as many as the quota holds, in every round', { timeout: 300_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await host.createKey({ accountId: await host.createAccount({ units: 10 }) });
      const answers = await Promise.all(Array.from({ length: 200 }, () => submit(key, { do: 'answer' })));
      const answered = Map.groupBy(answers, ({ status }) => status);
      expect(Object.fromEntries([...answered].map(([status, { length }]) => [status, length]))).toEqual({
        202: 10,
        429: 190,
      });
      await allEnded(key.accountId);
      await expectBalanced(key.accountId);
      expect(await sql('select 1 from core.jobs where account_id = $1', [key.accountId])).toHaveLength(10);
    }
  });

  it('makes one job of a hundred requests with one Idempotency-Key', async () => {
    const key = await host.createKey();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => submit(key, { do: 'answer', text: 'one' }, { 'Idempotency-Key': 'same' })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ id?: string; slug?: string }>));
    const made = answers.filter((answer) => answer.ok && !answer.headers.has('idempotent-replayed'));
    expect(made).toHaveLength(1);
    expect(new Set(bodies.flatMap(({ id }) => id ?? []))).toHaveLength(1);
    for (const { slug } of bodies) expect([undefined, 'idempotency_in_progress']).toContain(slug);
    await allEnded(key.accountId);
    await expectBalanced(key.accountId);
    expect(await sql('select 1 from core.jobs where account_id = $1', [key.accountId])).toHaveLength(1);
  });

  it(
    'ends every job once and settles it once, with cancels racing start and finish',
    { timeout: 300_000 },
    async () => {
      const key = await host.createKey();
      const cancel = (id: string): Promise<Response> =>
        fetch(`${host.url}/v1/solves/${id}`, { method: 'DELETE', headers: { Authorization: key.bearer } });
      const bodyOf = (at: number): object => {
        if (at % 40 === 0) return { do: 'spin' };
        return at % 3 === 0 ? { do: 'answer' } : { do: 'sleep', n: (at * 37) % 100 };
      };
      const raceOne = async (at: number): Promise<void> => {
        const { id } = (await (await submit(key, bodyOf(at))).json()) as { id: string };
        await new Promise((next) => setTimeout(next, (at * 7) % 40));
        const answers = await Promise.all(at % 2 === 0 ? [cancel(id), cancel(id)] : [cancel(id)]);
        for (const answer of answers) expect(answer.status).toBe(200);
      };
      for (let batch = 0; batch < RACES; batch += 25)
        await Promise.all(Array.from({ length: 25 }, (_, at) => raceOne(batch + at)));
      await allEnded(key.accountId);
      await expectBalanced(key.accountId);
      const ends = await sql<{ status: string; n: number }>(
        'select status, count(*)::int as n from core.jobs where account_id = $1 group by status',
        [key.accountId],
      );
      // Without both of these nothing raced.
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'succeeded']);
      expect(ends.reduce((sum, { n }) => sum + n, 0)).toBe(RACES);
      // What a cancelled job had borrowed is killed, and lent to nobody.
      const children = (): unknown => host.get(ComputeService).stats().get('busy');
      await expect.poll(children).toMatchObject({ busy: 0, waiting: 0 });
    },
  );

  it('ends each job once with deadlines racing start and finish', async () => {
    const key = await host.createKey();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => submit(key, { do: 'sleep', n: 20, deadline_ms: 10 + at * 3 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await allEnded(key.accountId);
    await expectBalanced(key.accountId);
  });
});
