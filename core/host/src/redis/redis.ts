import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { HostConfig } from '../config/host-config.js';

/** Injection token of the Redis connection that counts rates; null without Redis. */
export const REDIS = Symbol('ostiary.redis');

/** A start does not wait longer than this for a Redis that is away. */
const PATIENCE_MS = 1_000;
/** A Redis that has not answered for so long is taken for away, although the connection stands: its machine may hang. */
const SILENCE_MS = 1_000;

/**
 * Connects, and gives up on a command at once while Redis is away: a count that cannot be taken there is taken in
 * memory, and no request waits for it; only those in flight when Redis falls silent wait until that is noticed.
 * `onError` is told once each time Redis goes away, not at every try to reach it.
 */
export async function connectRedis(
  config: Pick<HostConfig, 'redisUrl'>,
  onError: (error: Error) => void,
): Promise<Redis | null> {
  if (config.redisUrl === null) return null;
  const redis = new Redis(config.redisUrl, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    socketTimeout: SILENCE_MS,
  });
  let away = false;
  redis.on('error', (error) => {
    if (!away) onError(error);
    away = true;
  });
  redis.on('ready', () => (away = false));
  // Requests served before the connection stands would be counted apart from the rest.
  const standing = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
  });
  await Promise.race([standing, sleep(PATIENCE_MS, undefined, { ref: false })]);
  return redis;
}
