import type { Logger } from '@ostiary/plugin-api';
import { HeldValues, type UnstoredValues, valuesIn } from './held-values.js';
import { RedisExchange } from './redis-exchange.js';
import { type Purpose, Sealing } from './sealing.js';

interface UnstoredOptions {
  /** Of the deployment: only who knows it may ask for values. */
  readonly secret: string;
  /** Null without Redis, or where no mode has such fields: then values are found in this process alone. */
  readonly redis: { readonly url: string; readonly prefix: string } | null;
  readonly log: Logger;
}

/** Values of requests that are never stored: held where the request came in, handed to where the job runs. See docs/adr/0121. */
export class UnstoredService {
  readonly #held = new HeldValues();
  readonly #exchange: RedisExchange | null;

  constructor({ secret, redis, log }: UnstoredOptions) {
    this.#exchange =
      redis === null
        ? null
        : new RedisExchange({
            redisUrl: redis.url,
            prefix: redis.prefix,
            sealing: new Sealing(secret),
            heldHere: (jobId, accountId) => this.#held.bytesOf(jobId, accountId),
            log,
          });
  }

  /** Ids of the stored jobs whose values this process holds. */
  get jobs(): readonly string[] {
    return this.#held.jobs;
  }

  start(): void {
    this.#exchange?.start();
  }

  /** Holds the values of a job for at most `ms`. False when there is no room for them. */
  hold(job: { readonly id: string; readonly accountId: string }, values: UnstoredValues, ms: number): boolean {
    return values.size === 0 || this.#held.hold(job.id, job.accountId, values, ms);
  }

  /** Notes that a job whose values are held is stored. */
  stored(jobId: string): void {
    this.#held.stored(jobId);
  }

  /** Overwrites the values of a job that has ended or was never stored. */
  forget(jobId: string): void {
    this.#held.forget(jobId);
  }

  /** The values of a job, from this process or another; undefined when nobody holds them any more. */
  async fetch(purpose: Purpose, signal: AbortSignal): Promise<UnstoredValues | undefined> {
    const here = this.#held.bytesOf(purpose.jobId, purpose.accountId);
    if (here !== undefined) return valuesIn(here);
    const bytes = await this.#exchange?.fetch(purpose, signal);
    if (bytes === undefined) return undefined;
    try {
      return valuesIn(bytes);
    } finally {
      bytes.fill(0);
    }
  }

  close(): void {
    this.#held.forgetAll();
    this.#exchange?.close();
  }
}
