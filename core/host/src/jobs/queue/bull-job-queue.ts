import type { Logger } from '@ostiary/plugin-api';
import Bull from 'bull';
import type { Delivery } from '../store/dispatch.js';
import { deliveryName, type JobQueue } from './job-queue.js';

interface BullJobQueueOptions {
  readonly redisUrl: string;
  /** Prefix of every key in Redis. */
  readonly prefix: string;
  readonly log: Logger;
}

/** A killed worker is noticed after about `LOCK_MS + STALLED_SCAN_MS`; with Bull's defaults it would be a minute. */
const LOCK_MS = 4_000;
const STALLED_SCAN_MS = 2_000;
/** An offer Redis has not answered by then has failed. It may arrive yet: a delivery that comes twice does no harm. */
const ANSWER_MS = 2_000;
/** With so many offers unanswered, Redis hangs and gets no more. */
const MOST_UNANSWERED = 256;

/**
 * Delivers through Redis to workers on many machines. Bull's jobs hold an id and an attempt number, nothing of the request.
 * What Redis loses (a flush, a restart) the sweeper delivers again.
 * See docs/adr/0075.
 */
export class BullJobQueue implements JobQueue {
  readonly inProcess = false;
  private readonly queue: Bull.Queue<Delivery>;
  private unanswered = 0;

  constructor(private readonly options: BullJobQueueOptions) {
    this.queue = new Bull<Delivery>('solves', options.redisUrl, {
      prefix: `${options.prefix}:bull`,
      settings: {
        lockDuration: LOCK_MS,
        lockRenewTime: LOCK_MS / 2,
        stalledInterval: STALLED_SCAN_MS,
        maxStalledCount: 3,
      },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      redis: { retryStrategy: (tries: number) => Math.min(100 * 2 ** tries, 2_000) },
    });
    // While Redis is away errors come by the dozen: one line each ten seconds.
    let quietUntil = 0;
    this.queue.on('error', (error) => {
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + 10_000;
      options.log.warn({ err: error.message }, 'the queue reports an error');
    });
  }

  async offer(delivery: Delivery): Promise<void> {
    await this.answered(() => this.add(delivery));
  }

  async redeliver(delivery: Delivery): Promise<void> {
    await this.answered(async () => {
      // When Redis is emptied under a job that Bull works on, Bull writes a torso of it that is in no list; as long as
      // that is there, a job of the same name is taken for a double and never added.
      const left = await this.queue.getJob(deliveryName(delivery));
      if (left !== null && (await left.getState()) === 'stuck') await left.remove();
      await this.add(delivery);
    });
  }

  private async add({ id, attempt }: Delivery): Promise<void> {
    await this.queue.add({ id, attempt }, { jobId: deliveryName({ id, attempt }) });
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

  async start(handle: (delivery: Delivery) => Promise<void>, concurrency: number): Promise<void> {
    // Resolves only when the queue closes; an error of the connection was reported by the listener above.
    this.queue
      .process(concurrency, (job) => handle(job.data))
      .catch((error: unknown) => {
        this.options.log.error({ err: error }, 'the queue stopped delivering');
      });
  }

  async pause(): Promise<void> {
    if (this.queue.client.status === 'ready') await this.queue.pause(true, true);
  }

  async close(): Promise<void> {
    await this.queue.close(true);
  }
}
