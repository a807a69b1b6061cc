import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostiary/plugin-api';

/** SQLSTATE of a PostgreSQL that is there and does not serve yet: it starts, or recovers after a crash. */
const CANNOT_CONNECT_NOW = '57P03';

/** How long a start waits for it, and how often it looks. */
const PATIENCE = { tries: 120, everyMs: 1_000 };

/**
 * Opens a database that may still be starting: waits as long as the server says so, and tells it once.
 * @throws what `open` throws for any other reason, or still does after two minutes
 */
export async function onceUp<T>(
  open: () => Promise<T>,
  log: Logger,
  { tries, everyMs }: typeof PATIENCE = PATIENCE,
): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await open();
    } catch (error) {
      if (left === 0 || !isStarting(error)) throw error;
      if (left === tries) log.info({}, 'PostgreSQL is starting up; waiting for it');
      await sleep(everyMs);
    }
  }
}

function isStarting(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === CANNOT_CONNECT_NOW) return true;
  return false;
}
