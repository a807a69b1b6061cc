import { reservation, reservationTimes } from '../../quotas/reservation.js';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { TRANSITIONS } from '../transitions.js';
import { type DispatchBounds, IN_FLIGHT } from './dispatch.js';
import { eventRows } from './event-row.js';
import { notifyChanged } from './notify.js';
import { JOB_COLUMNS, toJob, type JobRecord, type JobRow } from './job-record.js';

export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly mode: string;
  readonly variant: string | null;
  readonly profile: string | null;
  readonly label: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly request: string;
  readonly requestDigest: string;
  readonly units: number;
  /** From submission to the end, queue included. */
  readonly deadlineMs: number;
  /** The worker that begins it in the same statement (see Dispatcher.reserve); null: it waits for its turn. */
  readonly startedBy: string | null;
  /** See JobRecord. */
  readonly traceparent: string | null;
  /** The bounds within which it may be marked as handed over, if nobody waits; null: a round of dispatching does that. */
  readonly within: DispatchBounds | null;
}

/** A job as stored; `handed`: it is marked as handed to the queue, and is to be offered to it. */
export type StoredJob = JobRecord & { readonly handed: boolean };

const { from, to, event } = TRANSITIONS.start;

/** Why a job was not stored. */
export type NoRoom = 'queue_full' | 'quota_exhausted';

/**
 * Stores a job as queued, or as begun by `startedBy`, with its events, and holds its units: one statement, which is one transaction. Nothing is stored
 * when its key has `maxQueued` queued already or the units do not fit. The units are exact; of jobs submitted in the same
 * instant a few more than `maxQueued` may get through.
 * See docs/adr/0071.
 */
export async function storeJob(em: Em, job: NewJob, maxQueued: number, now: Date): Promise<StoredJob | NoRoom> {
  const [row] = await statement<
    { readonly full: boolean; readonly handed: boolean } & (JobRow | { readonly id: null })
  >(
    em,
    `with ${wanted('$1', '$2', '$3', { units: '$11', maxQueued: '$13' })},
     ${reservation('$15', '$16', '$17')},
     handed as (
       select statement_timestamp() as at where case when $18::int is not null then core.has_room($18::int) and $19::int > (
         select count(*) from (${IN_FLIGHT}) f where f.key_id = $3) end
     ),
     stored as (
       insert into core.jobs (id, account_id, key_id, mode, variant, profile, label, metadata, request, request_digest, units,
         status, event_seq, created_at, deadline_at, worker_id, dispatched_at, started_at, heartbeat_at, traceparent)
       select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11::int,
         case when begun.at is null then '${from}' else '${to}' end, case when begun.at is null then 1 else 2 end,
         statement_timestamp(), statement_timestamp() + $12::bigint * interval '1 millisecond', $14::text, coalesce(begun.at, handed.at), begun.at, begun.at, $20::text
       from reserved left join handed on true, (select case when $14::text is not null then statement_timestamp() end as at) begun
       returning *
     ), ${eventRows(`select id, account_id, 1, 'job.queued', '${from}', created_at, null::jsonb from stored
       union all select id, account_id, 2, '${event}', status, started_at, jsonb_build_object('attempt', attempt) from stored where worker_id is not null`)}
     select load.queued >= $13::int as full, j.status = 'queued' and j.dispatched_at is not null as handed, ${JOB_COLUMNS}, ${notifyChanged(em)} from load left join stored j on true`,
    [
      job.id,
      job.accountId,
      job.keyId,
      job.mode,
      job.variant,
      job.profile,
      job.label,
      JSON.stringify(job.metadata),
      job.request,
      job.requestDigest,
      job.units,
      job.deadlineMs,
      maxQueued,
      job.startedBy,
      ...reservationTimes(now),
      job.within?.ahead ?? null,
      job.within?.runningPerKey ?? null,
      job.traceparent,
    ],
  );
  if (row === undefined) throw new Error('a submission answered no row');
  if (row.id !== null) return { ...toJob(row), handed: row.handed };
  return row.full ? 'queue_full' : 'quota_exhausted';
}

/**
 * CTEs `load`, what the key of a job has queued, and `wanted`, what the job asks of the quota if that is fewer than `maxQueued`. The
 * arguments are placeholders.
 */
export function wanted(
  id: string,
  accountId: string,
  keyId: string,
  { units, maxQueued }: { readonly units: string; readonly maxQueued: string },
): string {
  return `load as (select count(*) as queued from (select 1 from core.jobs where key_id = ${keyId} and status = 'queued' and parent_id is null limit ${maxQueued}::int) q),
     wanted as (select ${id}::text as job_id, ${accountId}::text as account_id, ${units}::int as units from load where queued < ${maxQueued}::int)`;
}

/** What an Idempotency-Key stands for. */
export interface HeldKey {
  readonly fingerprint: string;
  readonly jobId: string;
}

interface IdempotencyClaim {
  readonly accountId: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly jobId: string;
  readonly hours: number;
}

/**
 * Takes an Idempotency-Key for a job about to be stored. The unique index decides between racers: who comes second waits for
 * the first one's transaction, at most two seconds. A key past its life is taken anew.
 * @returns null when taken; else the request and the job the key stands for
 * @throws the driver's lock-timeout error (SQLSTATE 55P03) when the first request is still at it
 */
export async function claimIdempotencyKey(em: Em, claim: IdempotencyClaim): Promise<HeldKey | null> {
  await statement(em, `set local lock_timeout = '2s'`);
  const taken = await statement(
    em,
    `insert into core.idempotency_keys as k (account_id, operation, key, fingerprint, job_id, expires_at)
     values ($1, $2, $3, $4, $5, statement_timestamp() + $6::int * interval '1 hour')
     on conflict (account_id, operation, key) do update
       set fingerprint = excluded.fingerprint, job_id = excluded.job_id, expires_at = excluded.expires_at
       where k.expires_at <= statement_timestamp()
     returning job_id`,
    [claim.accountId, claim.operation, claim.key, claim.fingerprint, claim.jobId, claim.hours],
  );
  if (taken.length > 0) return null;
  const [held] = await statement<{ fingerprint: string; job_id: string }>(
    em,
    'select fingerprint, job_id from core.idempotency_keys where account_id = $1 and operation = $2 and key = $3',
    [claim.accountId, claim.operation, claim.key],
  );
  if (held === undefined) throw new Error('an idempotency key was neither taken nor free');
  return { fingerprint: held.fingerprint, jobId: held.job_id };
}
