import { periodOf } from './period.js';

/** Values a reservation binds: now, and the period it lies in. See docs/adr/0006. */
export function reservationTimes(now: Date): readonly [now: Date, start: Date, end: Date] {
  const { start, end } = periodOf(now);
  return [now, start, end];
}

/**
 * CTEs that hold the units of what a CTE `wanted` (columns `job_id`, `account_id`, `units`) asks for, to be joined into the statement
 * that stores the job. What got through is in the CTE `held` (`job_id`), and once it is in the ledger in `reserved`.
 * The arguments are the placeholders of `reservationTimes`.
 */
export function reservation(now: string, start: string, end: string): string {
  return `${taken('reserved', now, start, end)}, reserved as (
      insert into core.quota_ledger (job_id, kind, account_id, units, at)
      select job_id, 'reserve', account_id, units, ${now}::timestamptz from held returning job_id
    )`;
}

/** As `reservation` with a settlement that charges, of jobs that are stored with their end: what got through is in the CTE `held`. */
export function charge(now: string, start: string, end: string): string {
  return `${taken('used', now, start, end)}, charged as (
      insert into core.quota_ledger (job_id, kind, account_id, units, at)
      select job_id, 'reserve', account_id, units, ${now}::timestamptz from held
      union all select job_id, 'settle', account_id, units, statement_timestamp() from held
    )`;
}

/**
 * CTE `held`: one conditional UPDATE, so that of many at once no more get through than fit. A period that has ended starts anew;
 * units held for running jobs are carried over.
 */
function taken(as: 'reserved' | 'used', now: string, start: string, end: string): string {
  const over = `q.period_end <= ${now}::timestamptz`;
  const used = `case when ${over} then 0 else q.used end`;
  return `held as (
      update core.quotas q set
        ${as === 'used' ? `used = (${used}) + w.units` : `reserved = q.reserved + w.units, used = ${used}`},
        period_start = case when ${over} then ${start}::timestamptz else q.period_start end,
        period_end = case when ${over} then ${end}::timestamptz else q.period_end end
      from wanted w
      where q.account_id = w.account_id and (${used}) + q.reserved + w.units <= q.units_limit
      returning q.account_id, w.job_id, w.units
    )`;
}
