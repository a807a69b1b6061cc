import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
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

/** A lease that was not renewed for so long is free: its process is dead. */
const LEASE_MS = 15_000;

/** Leases in the database, which all processes share. Times are the database's own. */
@Injectable()
export class StoredChoreLeases implements ChoreLeases {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async take({ name, everyMs }: { readonly name: string; readonly everyMs: number }): ReturnType<ChoreLeases['take']> {
    const holder = ulid();
    const em = this.database.asHost();
    const taken = await statement(
      em,
      `insert into core.chores as c (name, holder, held_until, due_at)
       values ($1, $2, statement_timestamp() + $3::int * interval '1 millisecond', statement_timestamp())
       on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
         where c.due_at <= statement_timestamp() and c.held_until <= statement_timestamp()
       returning name`,
      [name, holder, LEASE_MS],
    );
    if (taken.length > 0) return new StoredLease(this.database, name, holder, everyMs);
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
  private renewedAt = performance.now();
  private lost: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly holder: string,
    private readonly everyMs: number,
  ) {
    this.timer = setInterval(() => void this.renew(), LEASE_MS / 3).unref();
  }

  onLost(lost: () => void): void {
    this.lost = lost;
  }

  async giveBack(over: boolean): Promise<void> {
    clearInterval(this.timer);
    await statement(
      this.database.asHost(),
      `update core.chores set held_until = statement_timestamp(), due_at = statement_timestamp() + $3::bigint * interval '1 millisecond'
       where name = $1 and holder = $2`,
      [this.name, this.holder, over ? this.everyMs : 0],
    );
  }

  private async renew(): Promise<void> {
    const at = performance.now();
    const renewed = await statement(
      this.database.asHost(),
      `update core.chores set held_until = statement_timestamp() + $3::int * interval '1 millisecond'
       where name = $1 and holder = $2 returning name`,
      [this.name, this.holder, LEASE_MS],
    ).catch(() => undefined);
    if (renewed !== undefined && renewed.length > 0) this.renewedAt = at;
    // A database that blinks costs nothing as long as nobody else can have the lease.
    else if (renewed !== undefined || at - this.renewedAt > LEASE_MS) this.lost();
  }
}
