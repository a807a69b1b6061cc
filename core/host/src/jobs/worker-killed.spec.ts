import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  databaseUrl,
  expectEndedOnce,
  newDeployment,
  redisUrl,
  startHostProcess,
} from '@ostiary/testkit/processes';
import { seededRandom } from '../../../../tools/testing/random.js';
import { runs } from '../../../../tools/testing/runs.js';

const KILLS = runs(6);

describe.skipIf(!databaseUrl || !redisUrl)('two worker processes on PostgreSQL and Redis', () => {
  it(
    'end each job once, though one of them is killed again and again at any moment',
    { timeout: 600_000 },
    async () => {
      const random = seededRandom(1);
      const { env } = await newDeployment();
      const api = await startHostProcess({ ...env, OSTIARY_ROLES: 'api', OSTIARY_QUEUED_JOBS: '10000', MAKE_KEY: '1' });
      const client = clientOf(api.url, api.key);
      const startWorker = () => startHostProcess({ ...env, OSTIARY_ROLES: 'worker' });
      const workers = await Promise.all([startWorker(), startWorker()]);
      const ids: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const at = random(2);
        const next = startWorker();
        ids.push(await client.submit({ do: 'sleep', n: random(2_000) }));
        ids.push(
          await client.submit(kill % 2 === 0 ? { do: 'progress', n: 50 } : { do: 'artefact', text: 'x', n: 500 }),
        );
        await sleep(random(500));
        await workers[at]?.kill();
        workers[at] = await next;
      }
      const jobs = await client.allEnded(ids);
      await expectEndedOnce(client, jobs);
      for (const { status, error, attempt } of jobs)
        expect([status, error?.slug, attempt]).toEqual(
          status === 'succeeded' ? ['succeeded', undefined, attempt] : ['failed', 'worker_lost', 3],
        );
      // Without these no kill hit a job.
      expect(jobs.filter(({ attempt }) => attempt > 1).length).toBeGreaterThan(0);
    },
  );

  it('refuse what a worker brings that was taken for dead', async () => {
    const { env } = await newDeployment();
    const api = await startHostProcess({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    const client = clientOf(api.url, api.key);
    const late = await startHostProcess({ ...env, OSTIARY_ROLES: 'worker' });
    const bodies = [
      { do: 'ignore_abort', n: 6_000 },
      { do: 'ignore_abort', n: 4_000 },
      { do: 'artefact', text: 'x', n: 5_000 },
    ];
    const ids = await Promise.all(bodies.map((body) => client.submit(body)));
    for (const id of ids) await client.until(id, 'running');
    late.child.kill('SIGSTOP');
    await startHostProcess({ ...env, OSTIARY_ROLES: 'worker' });
    const before = await client.allEnded(ids);
    expect(before.filter(({ attempt }) => attempt > 1).length).toBeGreaterThan(0);
    late.child.kill('SIGCONT');
    // Its stop waits for the attempts it still believes in, and for what they write.
    expect(await late.stop()).toBe(0);
    const after = await client.allEnded(ids);
    expect(after).toEqual(before);
    await expectEndedOnce(client, after);
    const { data } = await client.call<{ data: unknown[] }>('GET', `/v1/solves/${ids[2]}/artifacts`);
    expect(data).toHaveLength(1);
  });
});
