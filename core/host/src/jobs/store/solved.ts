import type { AnswerSummary } from '@ostiary/plugin-api';
import { charge, reservationTimes } from '../../quotas/reservation.js';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { TRANSITIONS } from '../transitions.js';
import { eventRows } from './event-row.js';
import { TIME_COLUMNS, toTimes, type JobRecord } from './job-record.js';
import { type EndRows, endRowsInto, type MovedJob } from './move.js';
import { type NoRoom, wanted } from './submission.js';

/** A job that was solved before it is stored, and what it leaves. */
export interface SolvedJob {
  /** As it was while it ran. Its times are those of the database once it is stored. */
  readonly job: MovedJob & { readonly request: string };
  readonly workerId: string;
  readonly result: { readonly text: string; readonly bytes: number };
  readonly summary: AnswerSummary | null;
  readonly endRows: EndRows | null;
  /** From submission to the end, queue included. */
  readonly deadlineMs: number;
  /** How long it ran. */
  readonly tookMs: number;
}

const { start, succeed } = TRANSITIONS;

/**
 * Stores a job with its end, its events and its rows, and charges its units: one statement, which is one transaction. It leaves what the
 * statements that store, begin and end a job leave. Nothing is stored where `storeJob` stores nothing.
 * See docs/adr/0160.
 */
export async function storeSolved(
  em: Em,
  { job, workerId, result, summary, endRows, deadlineMs, tookMs }: SolvedJob,
  limits: { readonly maxQueued: number; readonly retentionDays: number },
  now: Date,
): Promise<JobRecord | NoRoom> {
  const [row] = await statement<{ readonly full: boolean; readonly created_at: unknown }>(
    em,
    textWith(endRows?.table),
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
      deadlineMs,
      limits.maxQueued,
      workerId,
      ...reservationTimes(now),
      tookMs,
      limits.retentionDays,
      result.text,
      result.bytes,
      summary && JSON.stringify(summary),
      job.traceparent,
      ...(endRows === null ? [] : [JSON.stringify(endRows.rows)]),
    ],
  );
  if (row === undefined) throw new Error('a submission answered no row');
  if (row.created_at === null) return row.full ? 'queue_full' : 'quota_exhausted';
  const { request: _, stopped: __, ...record } = job;
  const end = { status: succeed.to, unitsCharged: job.units, resultBytes: result.bytes, summary };
  return { ...record, ...end, ...toTimes(row) };
}

/** One text for each table, as many as modes declare, so each stays prepared. */
const texts = new Map<string | undefined, string>();

function textWith(table: string | undefined): string {
  let text = texts.get(table);
  if (text === undefined) texts.set(table, (text = textOf(table)));
  return text;
}

function textOf(table: string | undefined): string {
  return `with ${wanted('$1', '$2', '$3', { units: '$11', maxQueued: '$13' })},
     ${charge('$15', '$16', '$17')},
     stored as (
       insert into core.jobs (id, account_id, key_id, mode, variant, profile, label, metadata, request, request_digest, units, units_charged,
         status, event_seq, created_at, deadline_at, worker_id, dispatched_at, started_at, finished_at, expires_at,
         result, result_bytes, summary, traceparent)
       select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11::int, $11::int,
         '${succeed.to}', 3, begun.at, begun.at + $12::bigint * interval '1 millisecond', $14::text, begun.at, begun.at,
         statement_timestamp(), statement_timestamp() + $19::int * interval '1 day',
         $20, $21::int, $22::jsonb, $23::text
       from held, (select statement_timestamp() - $18::float8 * interval '1 millisecond' as at) begun
       returning *
     ), ${eventRows(`select id, account_id, 1, 'job.queued', '${start.from}', created_at, null::jsonb from stored
       union all select id, account_id, 2, '${start.event}', '${start.to}', started_at, jsonb_build_object('attempt', attempt) from stored
       union all select id, account_id, 3, '${succeed.event}', status, finished_at, null::jsonb from stored`)}${
       table === undefined ? '' : `, ${endRowsInto(table, 'stored', '$24')}`
     }
     select load.queued >= $13::int as full, ${TIME_COLUMNS} from load left join stored j on true`;
}
