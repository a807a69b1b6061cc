import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  clientOf,
  databaseUrl,
  expectEndedOnce,
  hasRedisServer,
  keepSubmitting,
  newDeployment,
  RedisServer,
  startHostProcess,
} from '@ostiary/testkit/processes';

describe.skipIf(!databaseUrl || !hasRedisServer)('Redis is lost while jobs are submitted and run', () => {
  it(
    'takes every submission and ends every job once: emptied, killed for some seconds, frozen',
    { timeout: 300_000 },
    async () => {
      const redis = await RedisServer.start();
      const { env } = await newDeployment(redis.url);
      const api = await startHostProcess({ ...env, OSTIARY_ROLES: 'api', OSTIARY_QUEUED_JOBS: '10000', MAKE_KEY: '1' });
      await startHostProcess({ ...env, OSTIARY_ROLES: 'worker' });
      const client = clientOf(api.url, api.key);
      const allIds: string[] = [];

      const during = async (fault: (answered: (more: number) => Promise<void>) => Promise<void>): Promise<void> => {
        const submissions = keepSubmitting(client);
        await submissions.answered(5);
        await fault(submissions.answered);
        const ids = await submissions.stop();
        await client.allEnded(ids);
        allIds.push(...ids);
      };

      const connection = new Redis(redis.url);
      connection.on('error', () => undefined);
      onTestFinished(() => connection.disconnect());
      await during(async (answered) => {
        for (let round = 0; round < 5; round += 1) {
          await connection.flushall();
          await answered(3);
        }
      });
      await during(async (answered) => {
        await redis.kill();
        await Promise.all([answered(20), sleep(3_000)]);
        await redis.start();
      });
      // Longer than a lease.
      await during(async (answered) => {
        redis.freeze();
        await Promise.all([answered(20), sleep(5_000)]);
        redis.thaw();
      });

      const jobs = await client.allEnded(allIds);
      expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'succeeded'));
      await expectEndedOnce(client, jobs);
    },
  );
});
