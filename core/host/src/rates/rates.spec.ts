import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { policyField, stateField } from './fields.js';
import { Window } from './limits.js';
import { connectRedis } from '../redis/redis.js';

let host: TestHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

describe('the rate of requests', () => {
  it('is told in every answer and refused over the limit, for each key by itself', async () => {
    host = await startHost({ plugins: [fixtures.withController], env: { OSTIARY_RATE_PER_MINUTE: '5' } });
    const [first, second] = [await host.createKey(), await host.createKey()];
    const create = (bearer: string) => host?.http.post('/v1/things').set('Authorization', bearer).send({ name: 'a' });
    for (const left of [4, 3, 2, 1, 0]) {
      const response = await create(first.bearer);
      expect(response?.status).toBe(201);
      expect(response?.headers['ratelimit']).toMatch(new RegExp(`"minute";r=${left};t=\\d+$`));
    }
    const refused = await create(first.bearer);
    expect(refused?.body).toMatchObject({
      status: 429,
      slug: 'rate_limited',
      retryable: true,
      'violated-policies': ['minute'],
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50);
    expect(refused?.body.detail).toContain(refused?.headers['retry-after']);
    expect((await create(second.bearer))?.status).toBe(201);
  });

  it('slows down where 429 is not listed', async () => {
    host = await startHost({ plugins: [fixtures.withController], env: { OSTIARY_RATE_BURST: '3' } });
    const { bearer } = await host.createKey();
    const started = performance.now();
    for (let request = 0; request < 5; request += 1)
      await host.http.get('/v1/account').set('Authorization', bearer).expect(200);
    expect(performance.now() - started).toBeGreaterThan(500);
  });

  it('answers wrong keys late after too many of them, and a right key from the same address at once', async () => {
    host = await startHost({ env: { OSTIARY_AUTH_FAILURES_PER_MINUTE: '3' } });
    const { bearer } = await host.createKey();
    const wrong = async () => {
      const started = performance.now();
      await host?.http.get('/v1/account').set('Authorization', 'Bearer wrong').expect(401);
      return performance.now() - started;
    };
    const first = [await wrong(), await wrong(), await wrong()];
    expect(Math.min(...first)).toBeLessThan(1_900);
    /** Whether a right key that comes after a wrong one is answered before it. */
    const overtakes = async (): Promise<boolean> => {
      let late: number | undefined;
      const answered = wrong().then((ms) => (late = ms));
      await host?.http.get('/v1/account').set('Authorization', bearer).expect(200);
      const isFirst = late === undefined;
      expect(await answered).toBeGreaterThan(1_900);
      return isFirst;
    };
    await expect.poll(overtakes).toBe(true);
  });

  it('is counted by address where there is no key, also for paths nobody serves', async () => {
    host = await startHost({ env: { OSTIARY_RATE_PER_MINUTE: '2' } });
    await host.http.get('/v1/nothing').expect(404);
    await host.http.get('/v1/nothing').expect(404);
    expect((await host.http.get('/v1/nothing')).body).toMatchObject({ status: 429, slug: 'rate_limited' });
  });

  it('counts a request without a right key by its address, though it is answered 401 over the limit too', async () => {
    host = await startHost({ env: { OSTIARY_RATE_PER_MINUTE: '2' } });
    for (const authorization of ['', 'Bearer wrong', ''])
      await host.http.get('/v1/account').set('Authorization', authorization).expect(401);
    expect((await host.http.get('/v1/nothing')).body).toMatchObject({ status: 429, slug: 'rate_limited' });
  });

  it('is counted in memory while Redis is away', async () => {
    let told = 0;
    const redis = await connectRedis({ redisUrl: 'redis://127.0.0.1:1' }, () => (told += 1));
    // It was tried several times while the start waited.
    expect(told).toBe(1);
    const window = new Window({ name: 'minute', quota: 2, seconds: 60 }, redis, 'test');
    try {
      const states = [await window.take('a'), await window.take('a'), await window.take('a'), await window.take('b')];
      expect(states.map(({ remaining, exceeded }) => [remaining, exceeded])).toEqual([
        [1, false],
        [0, false],
        [0, true],
        [1, false],
      ]);
    } finally {
      redis?.disconnect();
    }
  });
});

describe('the RateLimit fields', () => {
  it('are as the draft writes them', () => {
    const policy = { name: 'minute', quota: 600, seconds: 60 };
    expect(policyField([{ name: 'burst', quota: 60, seconds: 1 }, policy])).toBe(
      '"burst";q=60;w=1, "minute";q=600;w=60',
    );
    expect(stateField([{ policy, remaining: 599, resetMs: 59_001, exceeded: false }])).toBe('"minute";r=599;t=60');
  });
});
