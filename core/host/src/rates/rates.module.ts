import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import type { Redis } from 'ioredis';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { FailurePacing } from './failure-pacing.js';
import { RateService } from './rate.service.js';
import { connectRedis, REDIS } from '../redis/redis.js';

/** Counting of requests and of wrong keys, and the connection to Redis that whatever else is counted uses. */
@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [HOST_CONFIG, Services.log],
      useFactory: (config: HostConfig, log: Logger) =>
        connectRedis(config, (error) =>
          log.warn({ err: error.message }, 'Redis is away; requests and streams are counted in memory'),
        ),
    },
    RateService,
    FailurePacing,
  ],
  exports: [REDIS, RateService, FailurePacing],
})
export class RatesModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
