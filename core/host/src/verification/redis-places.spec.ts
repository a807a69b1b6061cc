import { rmSync } from 'node:fs';
import { hasRedisServer, RedisServer } from '@ostiary/testkit/processes';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchRedis } from './redis-places.js';
import { search, type Searched } from './search.js';

const canaries = {
  key: 'aB3xYz90QwErTyUiOpAsDfGhJkLzXcVbNm112233',
  prompt: 'zZ9yXwVu81TsRqPoNmLkJiHgFeDcBa0123456789',
  control: 'Kk1Ll2Mm3Nn4Oo5Pp6Qq7Rr8Ss9Tt0Uu1Vv2Ww3Xx',
};

describe.skipIf(!hasRedisServer)('what is searched of Redis', () => {
  let redis: Redis;
  let url: string;
  beforeEach(async () => {
    ({ url } = await RedisServer.start());
    redis = new Redis(url);
    onTestFinished(() => redis.disconnect());
  });
  /** The search of the snapshot, or why there is none. */
  async function snapshot(): Promise<Searched | string | undefined> {
    const watched = await watchRedis(url, 'ostiary_verify_1', canaries.control);
    onTestFinished(() => watched.close());
    const { places, skipped } = await watched.places();
    const place = places.find(({ name }) => name.startsWith('snapshot'));
    return place ? search(place, canaries) : skipped.find((what) => what.startsWith('snapshot'));
  }

  it('is its snapshot too, in which a value is found wherever it stands in a long text', async () => {
    await redis.config('SET', 'save', '3600 1');
    for (let before = 0; before < 64; before += 1)
      await redis.set(`ostiary_verify_1:${before}`, `${'x'.repeat(100 + before)}${canaries.key}${'y'.repeat(500)}`);
    const searched = await snapshot();
    expect(searched).toMatchObject({ control: true });
    const plain = (searched as Searched).findings.filter(({ form }) => form === 'plain');
    expect(plain).toEqual([expect.objectContaining({ place: 'snapshot of Redis (RDB)', value: 'key' })]);
    expect(await redis.config('GET', 'rdbcompression')).toEqual(['rdbcompression', 'yes']);
  });

  it('is not its snapshot where it makes none, and that is told', async () => {
    expect(await snapshot()).toBe('snapshot of Redis (RDB): Redis makes none');
  });

  it('is not its snapshot where that cannot be read, and that is told', async () => {
    await redis.config('SET', 'save', '3600 1');
    const [, folder = ''] = (await redis.config('GET', 'dir')) as string[];
    rmSync(folder, { recursive: true });
    expect(await snapshot()).toMatch(/^snapshot of Redis \(RDB\): not on this machine/);
  });
});
