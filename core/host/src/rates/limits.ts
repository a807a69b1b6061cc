import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';

/** One window: at most `quota` requests in `seconds`. */
export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** What is left of a policy's window after a request. */
export interface PolicyState {
  readonly policy: Policy;
  readonly remaining: number;
  /** Until the window starts anew. */
  readonly resetMs: number;
  readonly exceeded: boolean;
}

/** Counts one policy. With Redis all replicas count together; while it is away each counts by itself. */
export class Window {
  private readonly limiter: RateLimiterAbstract;

  constructor(
    readonly policy: Policy,
    redis: Redis | null,
    prefix: string,
  ) {
    const options = { keyPrefix: `${prefix}:rate:${policy.name}`, points: policy.quota, duration: policy.seconds };
    const memory = new RateLimiterMemory(options);
    this.limiter = redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
  }

  /** Counts one request of `who`. */
  async take(who: string): Promise<PolicyState> {
    try {
      return this.state(await this.limiter.consume(who), false);
    } catch (error) {
      if (error instanceof RateLimiterRes) return this.state(error, true);
      throw error;
    }
  }

  private state(result: RateLimiterRes, exceeded: boolean): PolicyState {
    return {
      policy: this.policy,
      remaining: Math.max(0, result.remainingPoints),
      resetMs: Math.max(0, result.msBeforeNext),
      exceeded,
    };
  }
}
