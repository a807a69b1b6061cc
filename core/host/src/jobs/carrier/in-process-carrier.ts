import type { Ring } from '../store/dispatch.js';
import { ringName, type Carrier } from './carrier.js';

/** Carries within one process: the embedded default. */
export class InProcessCarrier implements Carrier {
  readonly inProcess = true;
  private readonly waiting = new Map<string, Ring>();
  private handle: ((ring: Ring) => Promise<void>) | undefined;
  private concurrency = 0;
  private handling = 0;

  async offer(ring: Ring): Promise<void> {
    this.waiting.set(ringName(ring), ring);
    this.deliver();
  }

  async offerAgain(ring: Ring): Promise<void> {
    await this.offer(ring);
  }

  async start(handle: (ring: Ring) => Promise<void>, concurrency: number): Promise<void> {
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
