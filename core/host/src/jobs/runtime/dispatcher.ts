import type { Logger } from '@ostiary/plugin-api';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { Carrier } from '../carrier/carrier.js';
import { Flight } from './flight.js';
import {
  takeNext,
  takeUnheard,
  type DispatchBounds,
  type KeyedRing,
  type Ring,
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

/** Moves queued jobs to the carrier, in fair order, keeping its backlog short. */
export class Dispatcher {
  private dispatching: Promise<void> | undefined;
  private again = false;
  private more = false;
  private readonly flight = new Flight();

  constructor(
    private readonly database: Database,
    private readonly carrier: Carrier,
    private readonly options: DispatcherOptions,
    private readonly log: Logger,
  ) {}

  /** A job of a key was queued. If the key has no room here, its turn comes when a job of it ends. */
  queued(keyId: string): void {
    if (!this.options.shared && this.flight.ofKey(keyId) >= this.options.runningPerKey) this.more = true;
    else this.kick();
  }

  /** Dispatches soon. Calls while it is at it are joined into one more round. */
  kick(): void {
    if (!this.options.delivers) return;
    this.again = true;
    this.dispatching ??= this.rounds().finally(() => {
      this.dispatching = undefined;
    });
  }

  /**
   * Whether a job about to be stored may begin in the same statement, which saves a round and a start: only in a process alone
   * on its database, while nothing waits, within the bounds that rounds keep. Whoever gets true calls `handOver` or `leaveDirect`.
   */
  takeDirect(jobId: string, keyId: string): boolean {
    const { shared, delivers, ahead, runningPerKey } = this.options;
    if (shared || !delivers || !this.carrier.inProcess || this.more || this.dispatching !== undefined) return false;
    if (this.flight.size >= ahead || this.flight.ofKey(keyId) >= runningPerKey) return false;
    this.flight.began(jobId, keyId);
    return true;
  }

  /**
   * The bounds within which a job may be stored as handed over, which saves a round of dispatching; null where rounds alone may do it.
   * The statement that stores it looks at the database, without the lock that rounds take: of jobs stored in the same instant
   * a few more than the bounds may be handed over. Whoever stores one so calls `ring`.
   */
  handingBounds(): DispatchBounds | null {
    return this.options.shared && this.options.delivers ? this.options : null;
  }

  /** Carries a job that was stored as handed over. */
  ring(ring: Ring): void {
    void this.offer([ring]);
  }

  leaveDirect(jobId: string): void {
    this.flight.ended(jobId);
  }

  /** Carries a job that was stored as begun. */
  handOver(begun: MovedJob): void {
    void this.offer([{ id: begun.id, attempt: begun.attempt, begun }]);
  }

  /** A ring was handled to its end: dispatches if jobs are known to wait for room. */
  handled(ring: Ring): void {
    this.flight.ended(ring.id);
    if (this.more) this.kick();
  }

  /** Rings again for what was handed over `lostMs` ago and has not begun. */
  async ringAgain(lostMs: number): Promise<void> {
    if (!this.options.delivers) return;
    await this.carry(await takeUnheard(this.database.em.fork(), lostMs), (ring) => this.carrier.offerAgain(ring));
  }

  /** Resolves when no round is under way. */
  async settled(): Promise<void> {
    await this.dispatching;
  }

  private async rounds(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        const { rings, more } = await this.take();
        this.more = more;
        await this.carry(rings);
      } catch (error) {
        // The sweeper's next tick tries again.
        this.log.warn({ err: error }, 'jobs could not be dispatched');
      }
    }
  }

  private take(): Promise<Taken> {
    const em = this.database.em.fork();
    if (!this.options.shared) return takeNext(em, this.options);
    return em.transactional(async (tx) => {
      await statement(tx, 'select pg_advisory_xact_lock($1)', [DISPATCH_LOCK]);
      return takeNext(tx, this.options);
    });
  }

  private async carry(taken: readonly KeyedRing[], offer?: (ring: Ring) => Promise<void>): Promise<void> {
    // Where rings leave the process nobody here hears their end, and nothing is handed over directly.
    if (!this.options.shared) for (const { id, keyId } of taken) this.flight.began(id, keyId);
    await this.offer(
      taken.map(({ id, attempt }) => ({ id, attempt })),
      offer,
    );
  }

  private async offer(
    rings: readonly Ring[],
    offer = (ring: Ring): Promise<void> => this.carrier.offer(ring),
  ): Promise<void> {
    const offered = await Promise.allSettled(rings.map(offer));
    const lost = offered.filter((one) => one.status === 'rejected');
    if (lost.length > 0)
      this.log.warn(
        { lost: lost.length, err: lost[0]?.reason },
        'the carrier did not take jobs; they are offered again',
      );
  }
}
