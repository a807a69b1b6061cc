import { randomBytes } from 'node:crypto';
import { fixtures, startHost } from '@ostiary/testkit';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis } from '../../redis/redis.js';
import { SharedStreamLimiter } from './shared-stream-limiter.js';
import { StreamLimiter } from './stream-limiter.js';

const redisUrl = process.env['OSTIARY_REDIS_URL'] ?? null;
const LIMITS = { streamsPerKey: 4, streamsPerJob: 2 };

const connections: Redis[] = [];
let prefix: string;
beforeEach(() => {
  prefix = `test-${randomBytes(8).toString('hex')}`;
});
afterEach(async () => {
  const [first] = connections;
  if (first?.status === 'ready') {
    const keys = await first.keys(`${prefix}*`);
    if (keys.length > 0) await first.unlink(keys);
  }
  for (const connection of connections.splice(0)) connection.disconnect();
});

async function connected(url: string | null): Promise<Redis> {
  const redis = await connectRedis({ redisUrl: url }, () => undefined);
  if (redis === null) throw new Error('no Redis was asked for');
  connections.push(redis);
  return redis;
}
/** The slots of one process of a deployment. */
async function newProcess(lifeMs = 15_000, url = redisUrl): Promise<StreamLimiter> {
  const config = { redisPrefix: prefix, limits: LIMITS };
  class Limiter extends SharedStreamLimiter {
    protected override readonly lifeMs = lifeMs;
  }
  return new StreamLimiter(config, new Limiter(await connected(url), config));
}
const refused = async (taken: Promise<unknown>): Promise<boolean> =>
  taken.then(
    () => false,
    (error: Error) => error.message === 'too_many_streams',
  );

describe.skipIf(redisUrl === null)('the event streams of a deployment', () => {
  it('are counted by key and by job over all its processes', async () => {
    const [one, two] = [await newProcess(), await newProcess()];
    const leave = await one.take('k', 'a');
    await two.take('k', 'a');
    expect(await refused(one.take('other', 'a'))).toBe(true);
    expect(await refused(two.take('other', 'a'))).toBe(true);
    await one.take('k', 'b');
    await two.take('k', 'b');
    expect(await refused(two.take('k', 'c'))).toBe(true);
    leave();
    await expect.poll(() => refused(two.take('k', 'c'))).toBe(false);
    expect(await refused(one.take('k', 'd'))).toBe(true);
  });

  it('of fifty at once no more get a slot than there are', async () => {
    const processes = [await newProcess(), await newProcess(), await newProcess()];
    const asked = Array.from({ length: 50 }, (_, n) =>
      refused(processes[n % 3]?.take('k', `job${n}`) ?? Promise.reject()),
    );
    expect((await Promise.all(asked)).filter((no) => !no)).toHaveLength(LIMITS.streamsPerKey);
  });

  it('lapse with their process, and not while it lives', async () => {
    const [alive, dead] = [await newProcess(6_000), await newProcess(6_000)];
    await alive.take('k', 'a');
    await dead.take('k', 'a');
    // Killed: it renews no more.
    connections[1]?.disconnect();
    const third = await newProcess(6_000);
    await expect.poll(() => refused(third.take('k', 'a'))).toBe(false);
    // The slot of the one alive was renewed all the while, so these two are all there are.
    expect(await refused(third.take('k', 'a'))).toBe(true);
  });

  it('are entered again when Redis has forgotten them', async () => {
    const [one, two] = [await newProcess(6_000), await newProcess(6_000)];
    await one.take('k', 'a');
    await one.take('k', 'a');
    await connections[0]?.unlink(`${prefix}:streams:key:k`, `${prefix}:streams:job:a`);
    await expect.poll(() => connections[0]?.zcard(`${prefix}:streams:job:a`)).toBe(2);
    expect(await refused(two.take('k', 'a'))).toBe(true);
  });
});

describe.skipIf(redisUrl === null)('a host with Redis', () => {
  it('GET /v1/solves/{id}/events 429 over the streams that other processes have open', async () => {
    const host = await startHost({ plugins: [fixtures.withBusyMode], env: { OSTIARY_STREAMS_PER_JOB: '2' } });
    const reader = new AbortController();
    try {
      const { bearer } = await host.createKey();
      const { body } = await host.http
        .post('/v1/solves')
        .set({ Authorization: bearer, Prefer: 'respond-async' })
        .send({ mode: 'busy', do: 'sleep', n: 60_000 });
      const { id } = body as { id: string };
      const open = () =>
        fetch(`${host.url}/v1/solves/${id}/events`, { headers: { Authorization: bearer }, signal: reader.signal });
      expect((await open()).status).toBe(200);
      const redis = await connected(redisUrl);
      const [set = ''] = await redis.keys(`test-*:streams:job:${id}`);
      expect(await redis.zcard(set)).toBe(1);
      await redis.zadd(set, Date.now() + 60_000, 'a stream elsewhere');
      const refusal = await open();
      expect([refusal.status, await refusal.json()]).toMatchObject([429, { slug: 'too_many_streams' }]);
      await redis.zrem(set, 'a stream elsewhere');
      expect((await open()).status).toBe(200);
    } finally {
      reader.abort();
      await host.close();
    }
  });
});

describe('the event streams of a process', () => {
  it('are counted by itself while Redis is away', async () => {
    const alone = await newProcess(600, 'redis://127.0.0.1:1');
    const leave = await alone.take('k', 'a');
    await alone.take('k', 'a');
    expect(await refused(alone.take('k', 'a'))).toBe(true);
    leave();
    expect(await refused(alone.take('k', 'a'))).toBe(false);
  });
});
