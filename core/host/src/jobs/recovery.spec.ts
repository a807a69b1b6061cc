import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  clientOf,
  databaseUrl,
  type Job,
  newDeployment,
  newDirectory,
  redisUrl,
  startHostProcess as start,
} from '@ostiary/testkit/processes';

// A run with servers does the same once more: these processes are embedded whatever it is given.
const GIVEN_SERVERS = databaseUrl !== undefined;

describe.skipIf(GIVEN_SERVERS)('kill -9 of the whole process, embedded', () => {
  it('loses nothing: what ran runs again, what waited runs, what had ended stays', async () => {
    const env = { OSTIARY_DATA: newDirectory(), OSTIARY_WORKERS: '2' };
    const first = await start({ ...env, MAKE_KEY: '1' });
    const before = clientOf(first.url, first.key);
    const ended = await before.submit({ do: 'answer', text: 'kept' });
    await before.until(ended, 'succeeded');
    const made = await before.submit({ do: 'artefact', text: 'x', n: 50_000, once: true });
    const spun = await before.submit({ do: 'spin' });
    const queued = await before.submit({ do: 'answer', text: 'waited' });
    await expect.poll(async () => (await before.read(made)).artifacts.count).toBe(1);
    await before.until(spun, 'running');
    expect((await before.read(queued)).status).toBe('queued');
    await first.kill();

    const second = await start(env);
    const after = clientOf(second.url, first.key);
    expect((await after.read(ended)).result).toMatchObject({ text: 'kept' });
    expect(await after.until(made, 'succeeded')).toMatchObject({
      attempt: 2,
      result: { attempt: 2 },
      artifacts: { count: 1 },
    });
    expect(await after.story(made)).toEqual([
      'job.queued',
      'job.started',
      'artifact.created',
      'job.retried',
      'job.started',
      'artifact.created',
      'job.succeeded',
    ]);
    const { data } = await after.call<{ data: unknown[] }>('GET', `/v1/solves/${made}/artifacts`);
    expect(data).toHaveLength(1);
    expect(await after.until(queued, 'succeeded')).toMatchObject({ attempt: 1 });
    await after.call('DELETE', `/v1/solves/${spun}`);
    await after.until(spun, 'cancelled');
    expect(await after.quota()).toMatchObject({ used: 4, reserved: 0 });
  });

  it('gives a job up after three lost workers, and charges nothing', async () => {
    const env = { OSTIARY_DATA: newDirectory() };
    let host = await start({ ...env, MAKE_KEY: '1' });
    const { key } = host;
    const id = await clientOf(host.url, key).submit({ do: 'sleep', n: 60_000 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const client = clientOf(host.url, key);
      await client.until(id, 'running');
      expect((await client.read(id)).attempt).toBe(attempt);
      await host.kill();
      host = await start(env);
    }
    const client = clientOf(host.url, key);
    expect(await client.until(id, 'failed')).toMatchObject({
      attempt: 3,
      error: { slug: 'worker_lost', retryable: true },
      usage: { units_charged: 0 },
    });
    expect(await client.quota()).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe.skipIf(GIVEN_SERVERS)('SIGTERM', () => {
  it('gives up a job that outlives the stop: it is tried again by the next process, and charged once', async () => {
    const env = { OSTIARY_DATA: newDirectory(), OSTIARY_SHUTDOWN_SECONDS: '1' };
    const first = await start({ ...env, MAKE_KEY: '1' });
    const client = clientOf(first.url, first.key);
    const id = await client.submit({ do: 'sleep', n: 50_000, once: true });
    await client.until(id, 'running');
    expect(await first.stop()).toBe(0);
    const second = clientOf((await start(env)).url, first.key);
    expect(await second.until(id, 'succeeded')).toMatchObject({ attempt: 2, usage: { units_charged: 1 } });
    expect(await second.story(id)).toEqual([
      'job.queued',
      'job.started',
      'job.retried',
      'job.started',
      'job.succeeded',
    ]);
    expect(await second.quota()).toMatchObject({ used: 1, reserved: 0 });
  });
});

describe.skipIf(!databaseUrl || !redisUrl)('API and workers in processes of their own, on PostgreSQL and Redis', () => {
  it('answers within the wait though another process does the work, streams and cancels across processes', async () => {
    const { env } = await newDeployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    const client = clientOf(api.url, api.key);
    const answer = await fetch(`${api.url}/v1/solves`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': 'application/json', Prefer: 'wait=10' },
      body: JSON.stringify({ mode: 'busy', do: 'answer', text: 'far' }),
    });
    expect([answer.status, ((await answer.json()) as Job).result]).toEqual([200, { text: 'far', attempt: 1 }]);
    expect(
      (await client.story(await client.submit({ do: 'progress', n: 20 }))).filter((type) => type === 'busy.step'),
    ).toHaveLength(20);
    const id = await client.submit({ do: 'spin' });
    await client.until(id, 'running');
    await client.call('DELETE', `/v1/solves/${id}`);
    await client.until(id, 'cancelled');
  });

  it('runs again what a killed worker had, once', async () => {
    const { env } = await newDeployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    const client = clientOf(api.url, api.key);
    const doomed = await start({ ...env, OSTIARY_ROLES: 'worker' });
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => client.submit({ do: 'sleep', n: 50_000, once: true })),
    );
    for (const id of taken) await client.until(id, 'running');
    const waiting = await Promise.all(Array.from({ length: 2 }, () => client.submit({ do: 'answer' })));
    await doomed.kill();
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    for (const id of [...taken, ...waiting]) {
      const attempt = taken.includes(id) ? 2 : 1;
      expect(await client.until(id, 'succeeded')).toMatchObject({ attempt, result: { attempt } });
      expect((await client.story(id)).filter((type) => type === 'job.succeeded')).toHaveLength(1);
    }
    expect(await client.quota()).toMatchObject({ used: 6, reserved: 0 });
  });

  it('loses no job when Redis loses everything it holds of them', async () => {
    const { env, prefix } = await newDeployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', OSTIARY_WORKERS: '10', MAKE_KEY: '1' });
    const client = clientOf(api.url, api.key);
    const ids = await Promise.all(Array.from({ length: 10 }, () => client.submit({ do: 'answer' })));
    const redis = new Redis(redisUrl ?? '');
    onTestFinished(() => redis.disconnect());
    const held = async (): Promise<string[]> => redis.keys(`*${prefix}*`);
    await expect.poll(async () => (await held()).length).toBeGreaterThan(10);
    await redis.del(await held());
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    for (const id of ids) await client.until(id, 'succeeded');
    expect(await client.quota()).toMatchObject({ used: 10, reserved: 0 });
  });
});
