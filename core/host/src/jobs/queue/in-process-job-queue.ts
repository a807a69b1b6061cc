import type { Delivery } from '../store/dispatch.js';
import { deliveryName, type JobQueue } from './job-queue.js';

/** Delivers within one process: the embedded default. */
export class InProcessJobQueue implements JobQueue {
  readonly inProcess = true;
  private readonly waiting = new Map<string, Delivery>();
  private handle: ((delivery: Delivery) => Promise<void>) | undefined;
  private concurrency = 0;
  private handling = 0;

  async offer(delivery: Delivery): Promise<void> {
    this.waiting.set(deliveryName(delivery), delivery);
    this.deliver();
  }

  async redeliver(delivery: Delivery): Promise<void> {
    await this.offer(delivery);
  }

  async start(handle: (delivery: Delivery) => Promise<void>, concurrency: number): Promise<void> {
    this.handle = handle;
    this.concurrency = concurrency;
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
    while (this.handle !== undefined && this.handling < this.concurrency) {
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
