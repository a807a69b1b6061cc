import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import type { Queue } from 'bull';
import type { Delivery } from '../store/dispatch.js';
import { BULL_QUEUE } from './bull-queue.js';
import { deliveryName, type JobQueue } from './job-queue.js';

/** An offer Redis has not answered by then has failed. It may arrive yet: a delivery that comes twice does no harm. */
const ANSWER_MS = 2_000;
/** With so many offers unanswered, Redis hangs and gets no more. */
const MOST_UNANSWERED = 256;

/**
 * Delivers through Redis to workers on many machines. Bull's jobs hold ids and an attempt number, nothing of the request.
 * What Redis loses (a flush, a restart) the sweeper delivers again.
 * See docs/adr/0075.
 */
@Injectable()
export class BullJobQueue implements JobQueue {
  readonly inProcess = false;
  private unanswered = 0;
  private handle: ((delivery: Delivery) => Promise<void>) | undefined;

  constructor(
    @InjectQueue(BULL_QUEUE) private readonly queue: Queue<Delivery>,
    @Inject(Services.log) private readonly log: Logger,
  ) {
    // While Redis is away errors come many at once: one line every ten seconds is logged.
    let quietUntil = 0;
    queue.on('error', (error) => {
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + 10_000;
      log.warn({ err: error.message }, 'the queue reports an error');
    });
    // Nest begins to consume a queue while modules are made ready. Asked for before that, the pause is there first.
    this.settle(queue.pause(true));
    // Nest lets go of the first promise, and Bull of the second: each is rejected when the connection is closed before it answered, which
    // would end the process.
    const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
    const setWorkerName = queue.setWorkerName.bind(queue);
    Object.assign(queue, {
      process: (...args: unknown[]) => process(...args).catch((error: unknown) => this.stopped(error)),
      setWorkerName: () => setWorkerName().catch((error: unknown) => this.stopped(error)),
    });
  }

  async offer(delivery: Delivery): Promise<void> {
    await this.answered(() => this.add(delivery));
  }

  async redeliver(delivery: Delivery): Promise<void> {
    await this.answered(async () => {
      // When Redis is emptied under a job that Bull works on, Bull writes an incomplete record of it that is in no list; as long as
      // that is there, a job of the same name is taken for a double and never added.
      const left = await this.queue.getJob(deliveryName(delivery));
      if (left !== null && (await left.getState()) === 'stuck') await left.remove();
      await this.add(delivery);
    });
  }

  private async add({ id, accountId, attempt }: Delivery): Promise<void> {
    await this.queue.add({ id, accountId, attempt }, { jobId: deliveryName({ id, attempt }) });
  }

  /** Commands given while Redis is away or hangs would queue up in memory without bound; the sweeper offers again instead. */
  private async answered(command: () => Promise<void>): Promise<void> {
    if (this.queue.client.status !== 'ready') throw new Error('redis is not connected');
    if (this.unanswered >= MOST_UNANSWERED) throw new Error('redis does not answer');
    this.unanswered += 1;
    const answer = command().finally(() => {
      this.unanswered -= 1;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('redis did not answer')), ANSWER_MS);
    });
    await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async start(handle: (delivery: Delivery) => Promise<void>): Promise<void> {
    this.handle = handle;
    // Not awaited: Redis may be away, and a process must start without it.
    this.settle(this.queue.resume(true));
  }

  /** Hands a delivery to whoever was given to `start`. Called by the processor that Nest registers. */
  async deliver(delivery: Delivery): Promise<void> {
    if (this.handle === undefined) throw new Error('a delivery came before the queue was started');
    await this.handle(delivery);
  }

  async pause(): Promise<void> {
    if (this.queue.client.status === 'ready') await this.queue.pause(true, true);
  }

  async close(): Promise<void> {
    await this.queue.close(true);
  }

  /** What waits for Redis fails when the queue is closed before Redis was there. */
  private settle(waiting: Promise<void>): void {
    waiting.catch((error: unknown) => this.stopped(error));
  }

  private stopped(error: unknown): void {
    this.log.warn({ err: error }, 'the queue stopped delivering');
  }
}
