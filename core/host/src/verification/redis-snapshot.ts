import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Redis, ReplyError } from 'ioredis';
import { filesBelow, type Place } from './search.js';

const WAIT_MS = 60_000;
const LOOK_MS = 100;

/**
 * The file into which Redis saves all it holds, made anew; or why it is not searched. It is written without compression, which would cut
 * long texts into pieces: that setting is put back.
 */
export async function snapshotFile(redis: Redis): Promise<Place | string> {
  const name = 'snapshot of Redis (RDB)';
  try {
    if ((await settingOf(redis, 'save')) === '') return `${name}: Redis makes none`;
    const folder = await settingOf(redis, 'dir');
    accessSync(folder, constants.R_OK);
    const file = join(folder, await settingOf(redis, 'dbfilename'));
    await saveUncompressed(redis);
    accessSync(file, constants.R_OK);
    return filesBelow(name, file);
  } catch (error) {
    return `${name}: ${reasonOf(error)}`;
  }
}

/** Why it is not searched. What only this program can be at fault for is thrown on. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'not on this machine';
  if (code === 'EACCES') return 'not to be read by this user';
  if (error instanceof NotSaved || error instanceof ReplyError) return error.message;
  throw error;
}

class NotSaved extends Error {}

/** A setting of Redis; the empty text when it has none of that name. */
export const settingOf = async (redis: Redis, name: string): Promise<string> =>
  ((await redis.config('GET', name)) as string[])[1] ?? '';

async function saveUncompressed(redis: Redis): Promise<void> {
  const compression = await settingOf(redis, 'rdbcompression');
  await redis.config('SET', 'rdbcompression', 'no');
  try {
    // One that is under way may have begun before the last job ended.
    await untilSaved(redis);
    await redis.bgsave();
    await untilSaved(redis);
  } finally {
    await redis.config('SET', 'rdbcompression', compression);
  }
  if (!(await redis.info('persistence')).includes('rdb_last_bgsave_status:ok'))
    throw new NotSaved('Redis did not save when it was told to');
}

async function untilSaved(redis: Redis): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const state = await redis.info('persistence');
    if (!/(rdb_bgsave|aof_rewrite)_in_progress:1/.test(state)) return;
    await sleep(LOOK_MS);
  }
  throw new NotSaved('Redis has been saving for a minute');
}
