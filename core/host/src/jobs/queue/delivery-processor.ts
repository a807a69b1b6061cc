import { Process, Processor } from '@nestjs/bull';
import { Inject, type Type } from '@nestjs/common';
import type { Job } from 'bull';
import type { Delivery } from '../store/dispatch.js';
import { BullJobQueue } from './bull-job-queue.js';
import { BULL_QUEUE } from './bull-queue.js';

/**
 * Returns the consumer of Bull's queue that Nest registers in a process that runs jobs, `workers` at a time. A class for each number,
 * because Bull is told it by a decorator.
 */
export function deliveryProcessor(workers: number): Type {
  @Processor(BULL_QUEUE)
  class DeliveryProcessor {
    constructor(@Inject(BullJobQueue) private readonly queue: BullJobQueue) {}

    @Process({ concurrency: workers })
    deliver({ data }: Job<Delivery>): Promise<void> {
      return this.queue.deliver(data);
    }
  }
  return DeliveryProcessor;
}
