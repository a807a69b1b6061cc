import { BullModule } from '@nestjs/bull';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { HostConfig } from '../../config/host-config.js';
import { BullJobQueue } from './bull-job-queue.js';
import { bullQueueOptions } from './bull-queue.js';
import { deliveryProcessor } from './delivery-processor.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { JOB_QUEUE } from './job-queue.js';

/** The queue of the deployment: Bull where there is Redis, else one within this process. See docs/adr/0130. */
@Global()
@Module({})
export class JobQueueModule {
  static register(config: HostConfig): DynamicModule {
    if (config.redisUrl === null)
      return {
        module: JobQueueModule,
        providers: [{ provide: JOB_QUEUE, useClass: InProcessJobQueue }],
        exports: [JOB_QUEUE],
      };
    return {
      module: JobQueueModule,
      imports: [BullModule.registerQueue(bullQueueOptions(config, config.redisUrl))],
      providers: [
        BullJobQueue,
        { provide: JOB_QUEUE, useExisting: BullJobQueue },
        ...(config.roles.includes('worker') ? [deliveryProcessor(config.workers)] : []),
      ],
      exports: [JOB_QUEUE],
    };
  }
}
