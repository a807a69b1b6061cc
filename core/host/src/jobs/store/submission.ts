import { reservation } from '../../quotas/reservation.js';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { TRANSITIONS } from '../transitions.js';
import { type DispatchBounds, IN_FLIGHT } from './dispatch.js';
import { insertJob, insertion, type JobToInsert, type NoRoom, OF_JOB, ownValue } from './insert-job.js';
import { notifyChanged } from './notify.js';
import { JOB_COLUMNS, toJob, type JobRecord, type JobRow } from './job-record.js';

export interface NewJob extends JobToInsert {
  /** The bounds within which it may be marked as handed over, if nobody waits; null: a round of dispatching does that. */
  readonly within: DispatchBounds | null;
}

/** A job as stored; `handed`: it is marked as handed to the queue, and is to be offered to it. */
export type StoredJob = JobRecord & { readonly handed: boolean };

const { from, to } = TRANSITIONS.start;

/**
 * Stores a job as queued, or as begun by its worker (see Dispatcher.reserve), with its events, and holds its units: one statement, which is
 * one transaction. Nothing is stored when its key has `maxQueued` queued already or the units do not fit. The units are exact; of jobs
 * submitted in the same instant a few more than `maxQueued` may get through.
 * See docs/adr/0071.
 */
export async function storeJob(em: Em, job: NewJob, maxQueued: number, now: Date): Promise<StoredJob | NoRoom> {
  const own = [job.within?.ahead ?? null, job.within?.runningPerKey ?? null];
  const row = await insertJob<JobRow & { readonly handed: boolean }>(em, textFor(em), job, { maxQueued, now, own });
  return typeof row === 'string' ? row : { ...toJob(row), handed: row.handed };
}

const [AHEAD, PER_KEY] = [ownValue(0), ownValue(1)];

function textFor(em: Em): string {
  return insertion({
    units: reservation,
    before: [
      `handed as (
         select statement_timestamp() as at where case when ${AHEAD}::int is not null then core.has_room(${AHEAD}::int) and ${PER_KEY}::int > (
           select count(*) from (${IN_FLIGHT}) f where f.key_id = ${OF_JOB.key_id}) end
       )`,
    ],
    from: `reserved left join handed on true, (select case when ${OF_JOB.worker_id} is not null then statement_timestamp() end as at) begun`,
    createdAt: 'statement_timestamp()',
    columns: {
      status: `case when begun.at is null then '${from}' else '${to}' end`,
      event_seq: 'case when begun.at is null then 1 else 2 end',
      dispatched_at: 'coalesce(begun.at, handed.at)',
      started_at: 'begun.at',
      heartbeat_at: 'begun.at',
    },
    read: `${JOB_COLUMNS}, j.status = 'queued' and j.dispatched_at is not null as handed, ${notifyChanged(em)}`,
  });
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
