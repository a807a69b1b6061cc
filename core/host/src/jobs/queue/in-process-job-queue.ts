import { Inject, Injectable } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import type { Delivery } from '../store/dispatch.js';
import { deliveryName, type JobQueue } from './job-queue.js';

/** Delivers within one process: the embedded default. */
@Injectable()
export class InProcessJobQueue implements JobQueue {
  readonly inProcess = true;
  private readonly waiting = new Map<string, Delivery>();
  private handle: ((delivery: Delivery) => Promise<void>) | undefined;
  private handling = 0;

  constructor(@Inject(HOST_CONFIG) private readonly config: Pick<HostConfig, 'workers'>) {}

  async offer(delivery: Delivery): Promise<void> {
    this.waiting.set(deliveryName(delivery), delivery);
    this.deliver();
  }

  async redeliver(delivery: Delivery): Promise<void> {
    await this.offer(delivery);
  }

  async start(handle: (delivery: Delivery) => Promise<void>): Promise<void> {
    this.handle = handle;
    this.deliver();
  }

  async pause(): Promise<void> {
    this.handle = undefined;
    this.waiting.clear();
  }

  async close(): Promise<void> {
    await this.pause();
  }

  private deliver(): void {
    while (this.handle !== undefined && this.handling < this.config.workers) {
      const [next] = this.waiting;
      if (next === undefined) return;
      this.waiting.delete(next[0]);
      this.handling += 1;
      void this.handle(next[1]).finally(() => {
        this.handling -= 1;
        this.deliver();
      });
    }
  }
}
