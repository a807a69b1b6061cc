import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { settingOf, snapshotFile } from './redis-snapshot.js';
import { filesBelow, type Piece, type Place } from './search.js';

/** A Redis that is listened to while a service is verified. */
export interface WatchedRedis {
  places(): Promise<{ readonly places: readonly Place[]; readonly skipped: readonly string[] }>;
  /** Deletes the keys of the verification. */
  close(): Promise<void>;
}

/** Listens from now on to what is published under `prefix`. `control` is planted in each place that is searched. */
export async function watchRedis(url: string, prefix: string, control: string): Promise<WatchedRedis> {
  const redis = new Redis(url);
  const listener = new Redis(url);
  const messages: Piece[] = [];
  listener.on('pmessageBuffer', (_pattern: Buffer, channel: Buffer, message: Buffer) =>
    messages.push({ where: channel.toString(), bytes: message }),
  );
  await listener.psubscribe(`${prefix}*`);
  return {
    places: async () => {
      await redis.set(`${prefix}:control`, control);
      await redis.publish(`${prefix}:control`, control);
      const files = await appendOnlyFiles(redis);
      const slow = await slowLog(redis, control);
      const snapshot = await snapshotFile(redis);
      const found = [files, slow, snapshot];
      return {
        places: [
          { name: 'keys in Redis', pieces: () => everyKey(redis, prefix) },
          { name: 'messages in Redis', pieces: () => messages },
          ...found.filter((one) => typeof one !== 'string'),
        ],
        skipped: found.filter((one) => typeof one === 'string'),
      };
    },
    close: async () => {
      for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }) as AsyncIterable<string[]>)
        if (keys.length > 0) await redis.unlink(keys);
      listener.disconnect();
      redis.disconnect();
    },
  };
}

/** Every key as it is dumped, and as it is read: a dump packs long texts. */
async function* everyKey(redis: Redis, prefix: string): AsyncGenerator<Piece> {
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }) as AsyncIterable<string[]>)
    for (const key of keys) {
      const [dump, content] = [await redis.dumpBuffer(key), await contentOf(redis, key)];
      yield { where: key, bytes: Buffer.concat([Buffer.from(key), dump ?? Buffer.alloc(0)]) };
      yield { where: key, bytes: Buffer.from(JSON.stringify(content)) };
    }
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1, 'WITHSCORES');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return null;
  }
}

async function appendOnlyFiles(redis: Redis): Promise<Place | string> {
  const unread = 'append-only file of Redis: there is none, or it is not on this machine';
  try {
    if ((await settingOf(redis, 'appendonly')) !== 'yes') return unread;
    const folder = join(await settingOf(redis, 'dir'), await settingOf(redis, 'appenddirname'));
    accessSync(folder, constants.R_OK);
    return filesBelow('append-only file of Redis', folder);
  } catch {
    return unread;
  }
}

/** Slower than this the control would hold up others. */
const MOST_MICROSECONDS = 50_000;

async function slowLog(redis: Redis, control: string): Promise<Place | string> {
  const unread = 'slow log of Redis: it is off, may not be read, or keeps only what is very slow';
  try {
    const least = Number(await settingOf(redis, 'slowlog-log-slower-than'));
    if (!(least >= 0 && least <= MOST_MICROSECONDS)) return unread;
    const busy = `local function now() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end
      local till = now() + tonumber(ARGV[2]) while now() < till do end return ARGV[1]`;
    await redis.eval(busy, 0, control, least + 2_000);
    const entries = await redis.slowlog('GET', -1);
    return {
      name: 'slow log of Redis',
      pieces: () => [{ where: 'SLOWLOG GET', bytes: Buffer.from(JSON.stringify(entries)) }],
    };
  } catch {
    return unread;
  }
}
