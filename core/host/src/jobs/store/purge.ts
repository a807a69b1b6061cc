import { inBatches } from '../../schedule/in-batches.js';
import type { Em } from '../../storage/database.js';

/**
 * Deletes jobs whose retention has ended: their events, then the jobs that have none left. An expired job is not answered any more,
 * so nobody sees one without its events. A step a batch; rows that another process is deleting are passed over.
 */
export async function* purgeJobs(em: Em): AsyncGenerator<void> {
  for (const text of [
    `delete from core.job_events where (job_id, seq) in (
       select e.job_id, e.seq from core.jobs j join core.job_events e on e.job_id = j.id
       where j.expires_at <= statement_timestamp() limit $1 for update of e skip locked) returning 1`,
    `delete from core.jobs where id in (
       select id from core.jobs j where expires_at <= statement_timestamp()
         and not exists (select 1 from core.job_events e where e.job_id = j.id)
       limit $1 for update skip locked) returning 1`,
  ])
    yield* inBatches(em, text);
}

/** Deletes idempotency keys past their life. */
export function purgeIdempotencyKeys(em: Em): AsyncGenerator<void> {
  return inBatches(
    em,
    `delete from core.idempotency_keys where (account_id, operation, key) in (
       select account_id, operation, key from core.idempotency_keys
       where expires_at <= statement_timestamp() limit $1 for update skip locked) returning 1`,
  );
}

/** Deletes parts that have ended of jobs that are over; those that still run end first. */
export function purgeParts(em: Em): AsyncGenerator<void> {
  return inBatches(
    em,
    `delete from core.jobs where id in (
       select p.id from core.jobs p join core.jobs w on w.id = p.parent_id
       where p.status <> 'running' and w.status not in ('queued', 'running') limit $1 for update of p skip locked) returning 1`,
  );
}
