import type { Logger } from '@ostiary/plugin-api';
import type { Database } from '../../storage/database.js';
import type { JobLifecycle } from '../lifecycle.js';
import { backlog } from '../store/dispatch.js';
import { lostAttempts, overdueJobs } from '../store/leases.js';
import { afterLostWorker } from '../transitions.js';
import type { Admission } from './admission.js';
import type { Dispatcher } from './dispatcher.js';
import { jobError } from './failure.js';
import type { UnstoredKeeper } from './unstored-keeper.js';

interface SweeperOptions {
  readonly retentionDays: number;
  /** A lease not renewed for so long is over. */
  readonly staleMs: number;
}

/** A running attempt asked to stop has this long before it is called cancelled over its head. */
const STOP_MS = 1_000;
/** A worker has this long past the deadline to end the job itself. */
const DEADLINE_GRACE_MS = 1_500;
/** A delivery not acknowledged for so long is taken for lost. */
const LOST_DELIVERY_MS = 3_000;

/**
 * Puts right what got lost: dead workers, deadlines, unacknowledged deliveries. Every change is the same compare-and-set as anyone's.
 * See docs/adr/0059.
 */
export class Sweeper {
  constructor(
    private readonly database: Database,
    private readonly lifecycle: JobLifecycle,
    private readonly dispatcher: Dispatcher,
    private readonly admission: Admission,
    private readonly unstored: UnstoredKeeper,
    private readonly options: SweeperOptions,
    private readonly log: Logger,
  ) {}

  /** One round; each part is tried even when another fails. */
  async tick(): Promise<void> {
    await this.attempt('lost attempts', () => this.takeLost(this.options.staleMs));
    await this.attempt('deadlines', () => this.expireOverdue());
    await this.attempt('lost rings', () => this.dispatcher.redeliver(LOST_DELIVERY_MS));
    await this.attempt('backlog', async () => this.admission.measured(await backlog(this.database.em.fork())));
    await this.attempt('values never stored', () => this.unstored.tick());
    this.dispatcher.schedule();
  }

  /** Ends or re-queues running attempts whose lease is `staleMs` old; 0 takes all (the process before this one is dead). */
  async takeLost(staleMs: number): Promise<void> {
    for (const lost of await lostAttempts(this.database.em.fork(), staleMs, STOP_MS)) {
      const transition = afterLostWorker(lost);
      this.log.warn({ job: lost.id, attempt: lost.attempt, transition }, 'a job lost its worker');
      await this.lifecycle.move({
        id: lost.id,
        attempt: lost.attempt,
        transition,
        ...(transition === 'retry' ? { eventData: { attempt: lost.attempt + 1, reason: 'worker_lost' } } : {}),
        ...(transition === 'fail' ? this.failure() : { ending: { retentionDays: this.options.retentionDays } }),
      });
    }
  }

  private failure(): { ending: { error: ReturnType<typeof jobError>; retentionDays: number }; eventData: object } {
    const error = jobError('worker_lost');
    return { ending: { error, retentionDays: this.options.retentionDays }, eventData: { error } };
  }

  private async expireOverdue(): Promise<void> {
    for (const job of await overdueJobs(this.database.em.fork(), DEADLINE_GRACE_MS)) {
      await this.lifecycle.move({
        id: job.id,
        attempt: job.attempt,
        transition: job.status === 'queued' ? 'expireQueued' : 'expire',
        ending: { retentionDays: this.options.retentionDays },
      });
    }
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.warn({ err: error, what }, 'a part of the sweep failed; the next one tries again');
    }
  }
}
