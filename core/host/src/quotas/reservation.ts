import { periodOf } from './period.js';

/** Values a reservation binds: now, and the period it lies in. See docs/adr/0006. */
export function reservationTimes(now: Date): readonly [now: Date, start: Date, end: Date] {
  const { start, end } = periodOf(now);
  return [now, start, end];
}

/**
 * CTEs that hold the units of what a CTE `wanted` (columns `job_id`, `account_id`, `units`) asks for, to be joined into the statement
 * that stores the job: one conditional UPDATE, so that of many at once no more get through than fit. What got through is in the CTE
 * `reserved` (`job_id`). A period that has ended starts anew; units held for running jobs are carried over.
 * The arguments are the placeholders of `reservationTimes`.
 */
export function reservation(now: string, start: string, end: string): string {
  const over = `q.period_end <= ${now}::timestamptz`;
  return `held as (
      update core.quotas q set
        reserved = q.reserved + w.units,
        used = case when ${over} then 0 else q.used end,
        period_start = case when ${over} then ${start}::timestamptz else q.period_start end,
        period_end = case when ${over} then ${end}::timestamptz else q.period_end end
      from wanted w
      where q.account_id = w.account_id and (case when ${over} then 0 else q.used end) + q.reserved + w.units <= q.units_limit
      returning q.account_id, w.job_id, w.units
    ), reserved as (
      insert into core.quota_ledger (job_id, kind, account_id, units, at)
      select job_id, 'reserve', account_id, units, ${now}::timestamptz from held returning job_id
    )`;
}
