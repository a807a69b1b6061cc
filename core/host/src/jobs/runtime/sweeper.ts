import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { EndRefused, JobLifecycle } from '../lifecycle.js';
import { backlog } from '../store/dispatch.js';
import { lostAttempts, overdueJobs } from '../store/leases.js';
import { afterLostWorker } from '../transitions.js';
import { Admission } from './admission.js';
import { Dispatcher } from './dispatcher.js';
import { jobError } from './failure.js';
import { UnstoredKeeper } from './unstored-keeper.js';

/** A lease is renewed each second; not renewed for so long, its worker is taken for dead. */
const LEASE_MS = 4_000;
/** A running attempt asked to stop has this long before the sweeper ends it as cancelled. */
const STOP_MS = 1_000;
/** A worker has this long past the deadline to end the job itself. */
const DEADLINE_GRACE_MS = 1_500;
/** A delivery not acknowledged for so long is taken for lost. */
const LOST_DELIVERY_MS = 3_000;

/**
 * Puts right what got lost: dead workers, deadlines, unacknowledged deliveries. Every change is the same compare-and-set as anyone's.
 * See docs/adr/0059.
 */
@Injectable()
export class Sweeper {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobLifecycle) private readonly lifecycle: JobLifecycle,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(UnstoredKeeper) private readonly unstored: UnstoredKeeper,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /** One round; each part is tried even when another fails. */
  async tick(): Promise<void> {
    await this.attempt('lost attempts', () => this.takeLost(LEASE_MS));
    await this.attempt('deadlines', () => this.expireOverdue());
    await this.attempt('lost deliveries', () => this.dispatcher.redeliver(LOST_DELIVERY_MS));
    await this.attempt('backlog', async () => this.admission.measured(await backlog(this.database.asHost())));
    await this.attempt('values never stored', () => this.unstored.tick());
    this.dispatcher.schedule();
  }

  /** Ends or re-queues running attempts whose lease is `staleMs` old; 0 takes all (the process before this one is dead). */
  async takeLost(staleMs: number): Promise<void> {
    for (const lost of await lostAttempts(this.database.asHost(), staleMs, STOP_MS)) {
      const transition = afterLostWorker(lost);
      this.log.warn({ job: lost.id, attempt: lost.attempt, transition }, 'a job lost its worker');
      const told = transition === 'retry' ? { eventData: { attempt: lost.attempt + 1, reason: 'worker_lost' } } : {};
      const ending =
        transition === 'fail' ? this.failure() : { ending: { retentionDays: this.config.limits.resultDays } };
      await this.move(lost, { transition, ...told, ...ending });
    }
  }

  private failure(): { ending: { error: ReturnType<typeof jobError>; retentionDays: number }; eventData: object } {
    const error = jobError('worker_lost');
    return { ending: { error, retentionDays: this.config.limits.resultDays }, eventData: { error } };
  }

  private async expireOverdue(): Promise<void> {
    for (const job of await overdueJobs(this.database.asHost(), DEADLINE_GRACE_MS)) {
      await this.move(job, {
        transition: job.status === 'queued' ? 'expireQueued' : 'expire',
        ending: { retentionDays: this.config.limits.resultDays },
      });
    }
  }

  /** A mode that does not take the end of one job keeps nothing from the others; the next sweep tells it again. */
  private async move(...move: Parameters<JobLifecycle['move']>): Promise<void> {
    try {
      await this.lifecycle.move(...move);
    } catch (error) {
      if (!(error instanceof EndRefused)) throw error;
      this.log.error({ job: move[0].id, mode: move[0].mode, err: error.cause }, 'a mode did not take the end of a job');
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
