import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { JOB_QUEUE, type JobQueue } from '../queue/job-queue.js';
import { InFlightJobs } from './in-flight-jobs.js';
import {
  takeNext,
  takeUnacknowledged,
  type DispatchBounds,
  type KeyedDelivery,
  type Delivery,
  type Taken,
} from '../store/dispatch.js';
import type { MovedJob } from '../store/move.js';

interface DispatcherOptions extends DispatchBounds {
  /** Whether other processes dispatch on the same database: then one at a time, or they would count past each other. */
  readonly shared: boolean;
  /** Whether what is offered here can reach a runner; if not, this process dispatches nothing. */
  readonly delivers: boolean;
}

/** Any number, the same in every process. */
const DISPATCH_LOCK = 7_416_520_115;

/** Moves queued jobs to the queue, in fair order, keeping its backlog short. See docs/adr/0073. */
@Injectable()
export class Dispatcher {
  private readonly options: DispatcherOptions;
  private dispatching: Promise<void> | undefined;
  private again = false;
  private more = false;
  private readonly inFlight = new InFlightJobs();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(HOST_CONFIG) config: HostConfig,
    @Inject(Services.log) private readonly log: Logger,
  ) {
    this.options = optionsOf(config);
  }

  /** A job of a key was queued. If the key has no room here, its turn comes when a job of it ends. */
  queued(keyId: string): void {
    if (!this.options.shared && this.inFlight.ofKey(keyId) >= this.options.runningPerKey) this.more = true;
    else this.schedule();
  }

  /** Dispatches soon. Calls during a round are joined into one more. */
  schedule(): void {
    if (!this.options.delivers) return;
    this.again = true;
    this.dispatching ??= this.rounds().finally(() => {
      this.dispatching = undefined;
    });
  }

  /**
   * Whether a job about to be stored may begin in the same statement, which saves a round and a start: only in a process alone
   * on its database, while nothing waits, within the bounds that rounds keep. Whoever gets true calls `deliverBegun` or `release`.
   */
  reserve(jobId: string, keyId: string): boolean {
    const { shared, delivers, ahead, runningPerKey } = this.options;
    if (shared || !delivers || !this.queue.inProcess || this.more || this.dispatching !== undefined) return false;
    if (this.inFlight.size >= ahead || this.inFlight.ofKey(keyId) >= runningPerKey) return false;
    this.inFlight.began(jobId, keyId);
    return true;
  }

  /**
   * The bounds within which a job may be stored as handed over, which saves a round of dispatching; null where rounds alone may do it.
   * The statement that stores it looks at the database, without the lock that rounds take: of jobs stored in the same instant
   * a few more than the bounds may be handed over. Whoever stores one so calls `deliver`.
   */
  dispatchBounds(): DispatchBounds | null {
    return this.options.shared && this.options.delivers ? this.options : null;
  }

  /** Delivers a job that was stored as handed over. */
  deliver(delivery: Delivery): void {
    void this.offer([delivery]);
  }

  release(jobId: string): void {
    this.inFlight.ended(jobId);
  }

  /** Delivers a job that was stored as begun. */
  deliverBegun(begun: MovedJob): void {
    void this.offer([{ id: begun.id, accountId: begun.accountId, attempt: begun.attempt, begun }]);
  }

  /** A delivery was handled to its end: dispatches if jobs are known to wait for room. */
  handled(delivery: Delivery): void {
    this.inFlight.ended(delivery.id);
    if (this.more) this.schedule();
  }

  /** Offers again what was handed over `lostMs` ago and has not begun. */
  async redeliver(lostMs: number): Promise<void> {
    if (!this.options.delivers) return;
    await this.send(await takeUnacknowledged(this.database.asHost(), lostMs), (delivery) =>
      this.queue.redeliver(delivery),
    );
  }

  /** Resolves when no round is under way. */
  async settled(): Promise<void> {
    await this.dispatching;
  }

  private async rounds(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        const { deliveries, more } = await this.take();
        this.more = more;
        await this.send(deliveries);
      } catch (error) {
        // The sweeper's next tick tries again.
        this.log.warn({ err: error }, 'jobs could not be dispatched');
      }
    }
  }

  private take(): Promise<Taken> {
    const em = this.database.asHost();
    if (!this.options.shared) return takeNext(em, this.options);
    return em.transactional(async (tx) => {
      await statement(tx, 'select pg_advisory_xact_lock($1)', [DISPATCH_LOCK]);
      return takeNext(tx, this.options);
    });
  }

  private async send(taken: readonly KeyedDelivery[], offer?: (delivery: Delivery) => Promise<void>): Promise<void> {
    // Where deliveries leave the process nobody here hears their end, and nothing is handed over directly.
    if (!this.options.shared) for (const { id, keyId } of taken) this.inFlight.began(id, keyId);
    await this.offer(
      taken.map(({ id, accountId, attempt }) => ({ id, accountId, attempt })),
      offer,
    );
  }

  private async offer(
    deliveries: readonly Delivery[],
    offer = (delivery: Delivery): Promise<void> => this.queue.offer(delivery),
  ): Promise<void> {
    const offered = await Promise.allSettled(deliveries.map(offer));
    const lost = offered.filter((one) => one.status === 'rejected');
    if (lost.length > 0)
      this.log.warn({ lost: lost.length, err: lost[0]?.reason }, 'the queue did not take jobs; they are offered again');
  }
}

function optionsOf({ databaseUrl, redisUrl, roles, workers, limits }: HostConfig): DispatcherOptions {
  return {
    // The next job for each worker, and through Redis a few that are on their way. Redis hands on in the order of arrival, so
    // whatever is more is a wait for the tenant who comes next.
    ahead: redisUrl === null ? workers : workers + 2,
    runningPerKey: limits.runningJobsPerKey,
    shared: databaseUrl !== null,
    // Without Redis a delivery reaches this process only: one that runs no jobs must leave them to those that do.
    delivers: redisUrl !== null || roles.includes('worker'),
  };
}
