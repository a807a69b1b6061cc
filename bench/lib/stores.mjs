/** Stores for a service under measurement: nothing (embedded), or a database and a prefix of its own where the environment names PostgreSQL and Redis. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../core/host/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/** @returns {Promise<{ name: string, env: Record<string, string>, drop(): Promise<void> }>} */
export async function ownStores() {
  const server = process.env.OSTIARY_DATABASE_URL;
  const redisUrl = process.env.OSTIARY_REDIS_URL;
  if (!server) return { name: 'embedded', env: {}, drop: async () => {} };
  const { createScratchDatabase } = await load('@ostiary/testkit');
  const database = await createScratchDatabase(server);
  const prefix = `ostiary_bench_${randomBytes(6).toString('hex')}`;
  return {
    name: redisUrl ? 'PostgreSQL and Redis' : 'PostgreSQL',
    env: { OSTIARY_DATABASE_URL: database.url, OSTIARY_REDIS_PREFIX: prefix },
    async drop() {
      await database.drop();
      if (redisUrl) await dropKeys(redisUrl, prefix);
    },
  };
}

async function dropKeys(url, prefix) {
  const { Redis } = await load('ioredis');
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 500 }))
    if (keys.length > 0) await redis.unlink(keys);
  redis.disconnect();
}
