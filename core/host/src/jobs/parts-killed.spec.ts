import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  databaseUrl,
  expectEndedOnce,
  type Job,
  newDeployment,
  redisUrl,
  rowsOf,
  startHostProcess,
} from '@ostiary/testkit/processes';
import { seededRandom } from '../../../../tools/testing/random.js';
import { runs } from '../../../../tools/testing/runs.js';

const KILLS = runs(3);

interface Joined {
  readonly squares: readonly number[];
  /** Of each part, the attempt whose result was joined. */
  readonly attempts: readonly number[];
  readonly words: string;
  readonly attempt: number;
}

interface PartRow {
  readonly part: number;
  readonly status: string;
  readonly attempt: number;
}

const joinedOf = (job: Job): Joined => job.result as unknown as Joined;
const squares = (count: number): number[] => Array.from({ length: count }, (_, at) => at * at);
const words = (id: string, count: number): string =>
  Array.from({ length: count }, (_, part) => `part ${part} of ${id}\n`).join('');

async function deployment() {
  const { env } = await newDeployment();
  const api = await startHostProcess({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
  const client = clientOf(api.url, api.key);
  const rows = await rowsOf(env['OSTIARY_DATABASE_URL'] ?? '');
  const folder = join(env['OSTIARY_DATA'] ?? '', 'parts');
  return {
    client,
    startWorker: () => startHostProcess({ ...env, OSTIARY_ROLES: 'worker', OSTIARY_WORKERS: '3' }),
    submit: (body: object): Promise<string> => client.submit({ mode: 'parts', ...body }),
    partsOf: (id: string) =>
      rows<PartRow>('select part, status, attempt from core.jobs where parent_id = ? order by part', [id]),
    nothingIsLeft: async (): Promise<void> => {
      const parts = async () => (await rows('select 1 from core.jobs where parent_id is not null')).length;
      await expect.poll(parts).toBe(0);
      await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
    },
  };
}

/** What the job gave, as if nothing had happened: each part once, in order. */
function expectUndisturbed(job: Job, request: { readonly parts: number; readonly do?: string }): void {
  expect(job).toMatchObject({ status: 'succeeded', error: null, usage: { units_charged: 1 } });
  const { squares: got, attempts, words: text } = joinedOf(job);
  expect(got).toEqual(squares(request.parts));
  expect(attempts).toHaveLength(request.parts);
  expect(text).toBe(request.do === 'file' ? words(job.id, request.parts) : '');
}

describe.skipIf(!databaseUrl || !redisUrl)('jobs in parts on PostgreSQL and Redis, whose worker is killed', () => {
  it(
    'go on with what was done: when parts are lost, and when the whole is, while its parts run and while it joins',
    { timeout: 300_000 },
    async () => {
      const { client, nothingIsLeft, partsOf, startWorker, submit } = await deployment();
      const has = async (id: string, status: string): Promise<number> =>
        (await partsOf(id)).filter((part) => part.status === status).length;
      const until = async (id: string, status: string, count: number): Promise<void> => {
        await expect.poll(() => has(id, status), { interval: 20 }).toBe(count);
      };
      const first = await startWorker();
      // Of the first and the third, all but one part are done; the second joins for as long as it is let; of the last, all parts run.
      const requests = [
        { parts: 6, at: [3], ms: 60_000 },
        { parts: 30, do: 'file', joinMs: 1_000 },
        { parts: 4, do: 'large', at: [1], ms: 60_000 },
        { parts: 4, ms: 60_000 },
      ];
      const submitted = async (at: number): Promise<string> => submit(requests[at] ?? {});
      const [running, joining, large] = [await submitted(0), await submitted(1), await submitted(2)];
      await until(running, 'succeeded', 5);
      await until(joining, 'succeeded', 30);
      await until(large, 'succeeded', 3);
      const spread = await submitted(3);
      await until(spread, 'running', 1);
      const second = await startWorker();
      await until(spread, 'running', 4);

      await second.kill();
      await until(spread, 'queued', 3);
      expect(await client.read(spread)).toMatchObject({ status: 'running', attempt: 1 });
      const ids = [running, joining, large, spread];
      const kept = await Promise.all(ids.map(partsOf));
      expect((await client.read(joining)).status).toBe('running');
      await first.kill();
      await startWorker();
      const jobs = await client.allEnded(ids);
      for (const [at, job] of jobs.entries()) {
        expect(job.attempt).toBe(2);
        expectUndisturbed(job, requests[at] ?? { parts: 0 });
        // What had been done was joined as it was; the rest was done again, once.
        expect(joinedOf(job).attempts).toEqual(
          kept[at]?.map(({ status, attempt }) => (status === 'running' ? attempt + 1 : attempt)),
        );
      }
      await expectEndedOnce(client, jobs);
      await nothingIsLeft();
    },
  );

  it(
    'end as if nothing had been, with two workers killed again and again at any moment',
    { timeout: 300_000 },
    async () => {
      const random = seededRandom(2);
      const { client, nothingIsLeft, startWorker, submit } = await deployment();
      const workers = await Promise.all([startWorker(), startWorker()]);
      const requests: { readonly id: string; readonly parts: number; readonly do?: string }[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const at = random(2);
        const next = startWorker();
        for (const request of [
          { parts: 10 + random(20), ms: random(300), joinMs: 50 + random(50) },
          { parts: 5 + random(80), do: 'file', ms: random(50) },
        ])
          requests.push({ ...request, id: await submit(request) });
        await client.until(requests.at(-1)?.id ?? '', 'running');
        await sleep(random(500));
        await workers[at]?.kill();
        workers[at] = await next;
      }
      const jobs = await client.allEnded(requests.map(({ id }) => id));
      for (const [at, job] of jobs.entries()) expectUndisturbed(job, requests[at] ?? { parts: 0 });
      await expectEndedOnce(client, jobs);
      // Without this no kill hit a job, or a part.
      expect(jobs.some((job) => Math.max(job.attempt, ...joinedOf(job).attempts) > 1)).toBe(true);
      await nothingIsLeft();
    },
  );
});
