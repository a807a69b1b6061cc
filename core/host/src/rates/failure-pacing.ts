import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { Window } from './limits.js';
import { REDIS } from '../redis/redis.js';

const DELAY_MS = 2_000;

/** Slows an address down that sends wrong keys. Its requests with a right key are not slowed. */
@Injectable()
export class FailurePacing {
  private readonly window: Window;

  constructor(@Inject(HOST_CONFIG) config: HostConfig, @Inject(REDIS) redis: Redis | null) {
    this.window = new Window(
      { name: 'failed-auth', quota: config.rates.authFailuresPerMinute, seconds: 60 },
      redis,
      config.redisPrefix,
    );
  }

  /** Counts a wrong key from `address`; over the limit the answer waits. */
  async failed(address: string): Promise<void> {
    const state = await this.window.take(address);
    if (state.exceeded) await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  }
}
