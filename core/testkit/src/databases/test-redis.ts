import { Redis } from 'ioredis';

/** Deletes every key that holds `prefix`, which a test had to itself. */
export async function dropRedisKeys(url: string | null, prefix: string): Promise<void> {
  if (url === null) return;
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}
