import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { MovedJob } from './move.js';

/** What the queue is handed: enough to find the row, and to tell one attempt's delivery from the next one's. */
export interface Delivery {
  readonly id: string;
  /** Whose job it is. */
  readonly accountId: string;
  readonly attempt: number;
  /** The job itself, when this process has begun it already (see Dispatcher.reserve); never leaves the process. */
  readonly begun?: MovedJob;
}

export interface DispatchBounds {
  /**
   * Jobs handed over and not yet begun, at most; as many as run now where that is more, so that each of many workers finds its next.
   * A short backlog is what lets a late small tenant in.
   */
  readonly ahead: number;
  /** Jobs of one key handed over or running, at most. */
  readonly runningPerKey: number;
}

/**
 * Jobs handed over or running. One that waits for its parts does not count. Two selects, because an index that is scanned for one
 * condition drops the entries of dead rows it comes upon, and one that is scanned for either does not.
 */
export const IN_FLIGHT = `select account_id, key_id, status from core.jobs where status = 'running' and not waiting
       union all
       select account_id, key_id, status from core.jobs where status = 'queued' and dispatched_at is not null`;

/** What waits for its turn, in the words of the one index that has it in the order of keys and age (jobs_undispatched). */
const WAITS = `(case status when 'queued' then dispatched_at is null end)`;

/** A delivery with the key whose bound the job counts against. */
export interface KeyedDelivery extends Delivery {
  readonly keyId: string;
}

export interface Taken {
  readonly deliveries: readonly KeyedDelivery[];
  /** Whether jobs are left that wait for room. */
  readonly more: boolean;
}

/**
 * Picks the next jobs to hand over and marks them. Order: each tenant's next job takes the turn after those it has in flight,
 * lower turns first, then age; so a tenant with ten thousand queued jobs and one with three take turns.
 * Keys with jobs that wait are found by skipping along the index, their oldest in its order, and those picked by their ids, with a
 * condition in words that no index has. So the cost grows with keys, not with jobs that wait or have ended.
 * See docs/adr/0051 and docs/adr/0139.
 */
export async function takeNext(em: Em, bounds: DispatchBounds): Promise<Taken> {
  const [row] = await statement<Taken>(
    em,
    `with recursive open_keys as (
       (select key_id from core.jobs where ${WAITS} order by key_id limit 1)
       union all
       select (select j.key_id from core.jobs j where ${WAITS} and j.key_id > k.key_id order by j.key_id limit 1)
       from open_keys k where k.key_id is not null
     ), flight as (
       ${IN_FLIGHT}
     ), room as (
       select greatest(0, greatest($1::int, count(*) filter (where status = 'running')) - count(*) filter (where status = 'queued')) as n
       from flight
     ), next_of_key as (
       select j.* from open_keys k cross join lateral (
         select id, account_id, created_at from core.jobs
         where key_id = k.key_id and ${WAITS} order by created_at, id
         limit greatest(0, least((select n from room), $2::int - (select count(*) from flight f where f.key_id = k.key_id)))
       ) j where k.key_id is not null
     ), turns as (
       select id, created_at, row_number() over (partition by account_id order by created_at, id)
         + (select count(*) from flight f where f.account_id = n.account_id) as turn
       from next_of_key n
     ), picked as (
       select id from turns order by turn, created_at, id
       limit (select n from room)
     ), taken as (
       update core.jobs j set dispatched_at = statement_timestamp()
       where j.id = any(array(select id from picked)) and coalesce(status = 'queued' and dispatched_at is null, false) returning j.id, j.account_id, j.attempt, j.key_id, j.created_at
     )
     select coalesce((select json_agg(json_build_object('id', id, 'accountId', account_id, 'attempt', attempt, 'keyId', key_id) order by created_at, id) from taken), '[]') as deliveries,
       exists (select 1 from open_keys k cross join lateral (
         select 1 from core.jobs where key_id = k.key_id and ${WAITS}
           and id <> all(array(select id from picked)) order by created_at, id limit 1
       ) j where k.key_id is not null) as more`,
    [bounds.ahead, bounds.runningPerKey],
  );
  return row ?? { deliveries: [], more: false };
}

/** Jobs handed over `lostMs` ago and still not begun: marked again, to be delivered again. A delivery that comes twice does no harm. */
export async function takeUnacknowledged(em: Em, lostMs: number): Promise<KeyedDelivery[]> {
  return statement<KeyedDelivery>(
    em,
    `update core.jobs set dispatched_at = statement_timestamp()
     where status = 'queued' and dispatched_at <= statement_timestamp() - $1::int * interval '1 millisecond'
     returning id, account_id as "accountId", attempt, key_id as "keyId"`,
    [lostMs],
  );
}

/** How many jobs wait, all tenants together, parts aside: these are bounded by the jobs that run. */
export async function backlog(em: Em): Promise<number> {
  const [row] = await statement<{ n: number | string }>(
    em,
    `select count(*) as n from core.jobs where status = 'queued' and parent_id is null`,
  );
  return Number(row?.n ?? 0);
}
