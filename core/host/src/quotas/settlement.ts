/** How a reservation ends: its units count as used, or are given back. */
export type Outcome = 'charge' | 'refund';

/**
 * CTEs that end the reservations of the jobs in a CTE `moved` (column `id`), to be joined into the statement that changes the jobs:
 * one statement is one transaction. The first settlement of a job counts; a later one changes nothing.
 */
export function settlement(outcome: Outcome): string {
  return `held as (
      select l.job_id, l.account_id, l.units from core.quota_ledger l join moved on moved.id = l.job_id where l.kind = 'reserve'
    ), settled as (
      insert into core.quota_ledger (job_id, kind, account_id, units, at)
      select job_id, 'settle', account_id, ${outcome === 'charge' ? 'units' : '0'}, statement_timestamp() from held
      on conflict (job_id, kind) do nothing
      returning job_id, units
    ), freed as (
      update core.quotas q set reserved = q.reserved - held.units, used = q.used + settled.units
      from settled join held on held.job_id = settled.job_id
      where q.account_id = held.account_id returning q.account_id
    )`;
}
