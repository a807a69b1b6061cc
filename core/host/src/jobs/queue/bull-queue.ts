import type { HostConfig } from '../../config/host-config.js';

/** Name of the queue in Bull. */
export const BULL_QUEUE = 'solves';

/** A killed worker is noticed after about `LOCK_MS + STALLED_SCAN_MS`; with Bull's defaults it would be a minute. */
const LOCK_MS = 4_000;
const STALLED_SCAN_MS = 2_000;

/** What `BullModule.registerQueue` is told: the queue that all processes of a deployment share. */
export const bullQueueOptions = ({ redisPrefix }: HostConfig, redisUrl: string) => ({
  name: BULL_QUEUE,
  url: redisUrl,
  prefix: `${redisPrefix}:bull`,
  settings: {
    lockDuration: LOCK_MS,
    lockRenewTime: LOCK_MS / 2,
    stalledInterval: STALLED_SCAN_MS,
    maxStalledCount: 3,
  },
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
  redis: { retryStrategy: (tries: number) => Math.min(100 * 2 ** tries, 2_000) },
});
