import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { JobStatus } from '../transitions.js';

interface HeldAttempt {
  readonly id: string;
  readonly attempt: number;
  readonly cancelRequested: boolean;
}

/** What is needed to move a job that was found by the state it is in. */
interface FoundJob {
  readonly id: string;
  readonly accountId: string;
  readonly attempt: number;
  readonly mode: string;
  readonly variant: string | null;
  readonly parentId: string | null;
}

const FOUND = 'j.id, j.account_id as "accountId", j.attempt, j.mode, j.variant, j.parent_id as "parentId"';

interface LostAttempt extends FoundJob {
  readonly cancelRequested: boolean;
  /** It has stored parts, so that it is not the one that computes. */
  readonly hasParts: boolean;
}

/**
 * Renews the leases of the jobs a worker still runs; returns what it holds. An attempt missing here has been taken from it.
 * See docs/adr/0054.
 */
export async function heartbeat(em: Em, workerId: string, jobIds: readonly string[]): Promise<HeldAttempt[]> {
  return statement<HeldAttempt>(
    em,
    `update core.jobs set heartbeat_at = statement_timestamp() where status = 'running' and worker_id = $1 and id = any($2::text[])
     returning id, attempt, cancel_requested_at is not null as "cancelRequested"`,
    [workerId, jobIds],
  );
}

/** Gives up the lease of every attempt a worker holds, so that a sweeper takes them up at once. */
export async function releaseLeases(em: Em, workerId: string): Promise<void> {
  await statement(em, `update core.jobs set heartbeat_at = '-infinity' where status = 'running' and worker_id = $1`, [
    workerId,
  ]);
}

/**
 * Running attempts not heard of for `staleMs`, and those asked to stop more than `stopMs` ago.
 * INVARIANT: a process renews its own leases before it asks, or an event loop that was held up would take its own jobs away.
 */
export async function lostAttempts(em: Em, staleMs: number, stopMs: number): Promise<LostAttempt[]> {
  return statement<LostAttempt>(
    em,
    `select ${FOUND}, cancel_requested_at is not null as "cancelRequested",
       exists (select 1 from core.jobs p where p.parent_id = j.id) as "hasParts" from core.jobs j
     where status = 'running' and (
       heartbeat_at <= statement_timestamp() - $1::int * interval '1 millisecond'
       or cancel_requested_at < statement_timestamp() - $2::int * interval '1 millisecond')
     limit 200`,
    [staleMs, stopMs],
  );
}

interface OverdueJob extends FoundJob {
  readonly status: Extract<JobStatus, 'queued' | 'running'>;
}

/** Jobs past their deadline; running ones get `graceMs` in which their worker does it itself. */
export async function overdueJobs(em: Em, graceMs: number): Promise<OverdueJob[]> {
  return statement<OverdueJob>(
    em,
    `select ${FOUND}, j.status from core.jobs j where status in ('queued', 'running') and deadline_at < statement_timestamp()
       and (status = 'queued' or deadline_at < statement_timestamp() - $1::int * interval '1 millisecond')
     limit 200`,
    [graceMs],
  );
}
