import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import type { Redis } from 'ioredis';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { FailurePacing } from './failure-pacing.js';
import { RateService } from './rate.service.js';
import { connectRedis, REDIS } from './redis.js';

/** Counting of requests and of wrong keys. */
@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [HOST_CONFIG, Services.log],
      useFactory: (config: HostConfig, log: Logger) =>
        connectRedis(config, (error) => log.warn({ err: error.message }, 'Redis is away; rates are counted in memory')),
    },
    RateService,
    FailurePacing,
  ],
  exports: [RateService, FailurePacing],
})
export class RatesModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
