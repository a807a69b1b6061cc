import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  deploymentOn,
  expectEndedOnce,
  hasPostgresServer,
  type Job,
  PostgresServer,
  redisUrl,
  startHostProcess,
} from '@ostiary/testkit/processes';

describe.skipIf(!redisUrl || !hasPostgresServer)('PostgreSQL goes away while jobs are submitted and run', () => {
  it(
    'loses nothing that was acknowledged: restarted fast, crashed, away for some seconds',
    { timeout: 300_000 },
    async () => {
      const postgres = await PostgresServer.start();
      const { env } = deploymentOn(postgres.url);
      const api = await startHostProcess({ ...env, OSTIARY_ROLES: 'api', OSTIARY_QUEUED_JOBS: '10000', MAKE_KEY: '1' });
      await startHostProcess({ ...env, OSTIARY_ROLES: 'worker' });
      const client = clientOf(api.url, api.key);

      const acknowledged: string[] = [];
      const refusals: { status: number; slug: string; retryAfter: string | null }[] = [];
      const halt = new AbortController();
      const submitOne = async (at: number): Promise<void> => {
        const answer = await client.send('POST', '/v1/solves', {
          mode: 'busy',
          ...(at % 2 === 0 ? { do: 'answer' } : { do: 'progress', n: 20 }),
        });
        const body = (await answer.json()) as Job & { slug: string };
        if (answer.status === 202) acknowledged.push(body.id);
        else refusals.push({ status: answer.status, slug: body.slug, retryAfter: answer.headers.get('retry-after') });
      };
      const submitting = (async () => {
        for (let at = 0; !halt.signal.aborted; at += 1) await Promise.all([submitOne(at), sleep(40)]);
      })();
      const more = async (list: readonly unknown[], count: number): Promise<void> => {
        const goal = list.length + count;
        await expect.poll(() => list.length, { interval: 20 }).toBeGreaterThanOrEqual(goal);
      };
      const ready = async (): Promise<number> => (await client.send('GET', '/health/ready')).status;
      const back = async (): Promise<void> => {
        await postgres.start();
        await expect.poll(ready, { interval: 50 }).toBe(200);
        await more(acknowledged, 10);
      };

      await more(acknowledged, 10);
      await postgres.stop('fast');
      await back();
      await postgres.stop('immediate');
      await back();
      await postgres.stop('immediate');
      expect(await ready()).toBe(503);
      await Promise.all([more(refusals, 20), sleep(5_000)]);
      await back();
      halt.abort();
      await submitting;

      expect(refusals).toEqual(refusals.map(() => ({ status: 503, slug: 'unavailable', retryAfter: '2' })));
      const ended = await client.allEnded(acknowledged);
      expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'succeeded'));
      // With those that were stored and whose answer was lost on its way.
      const all = await client.list();
      expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      await expectEndedOnce(client, await client.allEnded(all.map(({ id }) => id)));
    },
  );
});
