import { Inject, Injectable } from '@nestjs/common';
import { newUlid } from '../ids/new-id.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { type Database, DATABASE } from '../storage/database.js';
import { statement } from '../storage/statement.js';

/** The right to run a chore. */
export interface HeldLease {
  /** Calls `lost` when the lease could not be renewed in time, or another process has it. */
  onLost(lost: () => void): void;
  /** @param over whether the run is over: then the chore is due after its pause, else at once */
  giveBack(over: boolean): Promise<void>;
}

/** Decides which process of a deployment runs a chore. */
export interface ChoreLeases {
  /** The lease, or how long it will not be free, milliseconds. */
  take(chore: { readonly name: string; readonly everyMs: number }): Promise<HeldLease | { readonly freeInMs: number }>;
}

/**
 * A time that has come for the next statement too. What is stored of a time is rounded to the millisecond, up as well as down: the time of
 * this statement could be stored as one that is still to come.
 */
const AT_ONCE = `date_trunc('milliseconds', statement_timestamp())`;

/** Leases in the database, which all processes share. Times are the database's own. */
@Injectable()
export class StoredChoreLeases implements ChoreLeases {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(HOST_CONFIG) private readonly config: Pick<HostConfig, 'choreLeaseMs'>,
  ) {}

  async take({ name, everyMs }: { readonly name: string; readonly everyMs: number }): ReturnType<ChoreLeases['take']> {
    const holder = newUlid();
    const { choreLeaseMs: leaseMs } = this.config;
    const askedAt = performance.now();
    const em = this.database.asHost();
    const taken = await statement(
      em,
      `insert into core.chores as c (name, holder, held_until, due_at)
       values ($1, $2, statement_timestamp() + $3::int * interval '1 millisecond', ${AT_ONCE})
       on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
         where c.due_at <= statement_timestamp() and c.held_until <= statement_timestamp()
       returning name`,
      [name, holder, leaseMs],
    );
    if (taken.length > 0) return new StoredLease(this.database, name, holder, { everyMs, leaseMs, askedAt });
    const [row] = await statement<{ ms: number | string }>(
      em,
      `select ceil(extract(epoch from greatest(due_at, held_until) - statement_timestamp()) * 1000) as ms from core.chores where name = $1`,
      [name],
    );
    return { freeInMs: Number(row?.ms ?? 0) };
  }
}

class StoredLease implements HeldLease {
  private readonly timer: NodeJS.Timeout;
  private end: NodeJS.Timeout | undefined;
  private lost: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly holder: string,
    /** `askedAt`, by `performance.now()`, is when the lease was asked for. */
    private readonly times: { readonly everyMs: number; readonly leaseMs: number; readonly askedAt: number },
  ) {
    this.timer = setInterval(() => void this.renew(), times.leaseMs / 3).unref();
    this.heldSince(times.askedAt);
  }

  onLost(lost: () => void): void {
    this.lost = lost;
  }

  async giveBack(over: boolean): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.end);
    await statement(
      this.database.asHost(),
      `update core.chores set held_until = ${AT_ONCE}, due_at = ${AT_ONCE} + $3::bigint * interval '1 millisecond'
       where name = $1 and holder = $2`,
      [this.name, this.holder, over ? this.times.everyMs : 0],
    );
  }

  private async renew(): Promise<void> {
    const askedAt = performance.now();
    const renewed = await statement(
      this.database.asHost(),
      `update core.chores set held_until = statement_timestamp() + $3::int * interval '1 millisecond'
       where name = $1 and holder = $2 returning name`,
      [this.name, this.holder, this.times.leaseMs],
    ).catch(() => undefined);
    // A database that is away for a moment does no harm as long as nobody else can have the lease.
    if (renewed === undefined) return;
    if (renewed.length > 0) this.heldSince(askedAt);
    else this.lost();
  }

  /**
   * INVARIANT: the run is told to end before another process can have the lease, also when the database does not answer at all: by this
   * clock the lease began no later than when it was asked for, and a tenth of it is left for the run to heed the signal.
   */
  private heldSince(askedAt: number): void {
    clearTimeout(this.end);
    const left = askedAt + this.times.leaseMs * 0.9 - performance.now();
    this.end = setTimeout(() => this.lost(), Math.max(left, 0)).unref();
  }
}
