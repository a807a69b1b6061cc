/** How a reservation ends: its units count as used, or are given back. */
export type Outcome = 'charge' | 'refund';

/**
 * CTEs that end the reservations of the jobs in a CTE `moved` (column `id`), to be joined into the statement that changes the jobs:
 * one statement is one transaction. The first settlement of a job counts; a later one changes nothing.
 */
export function settlement(outcome: Outcome): string {
  return `settled as (
      insert into core.quota_ledger (job_id, kind, account_id, units, at)
      select l.job_id, 'settle', l.account_id, ${outcome === 'charge' ? 'l.units' : '0'}, statement_timestamp()
      from core.quota_ledger l join moved on moved.id = l.job_id where l.kind = 'reserve'
      on conflict (job_id, kind) do nothing
      returning account_id, job_id, units
    ), freed as (
      update core.quotas q set reserved = q.reserved - held.units, used = q.used + settled.units
      from settled join core.quota_ledger held on held.job_id = settled.job_id and held.kind = 'reserve'
      where q.account_id = settled.account_id returning q.account_id
    )`;
}
