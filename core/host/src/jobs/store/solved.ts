import type { AnswerSummary } from '@ostiary/plugin-api';
import { charge } from '../../quotas/reservation.js';
import type { Em } from '../../storage/database.js';
import { TRANSITIONS } from '../transitions.js';
import { insertJob, insertion, type NoRoom, OF_JOB, ownValue } from './insert-job.js';
import { TIME_COLUMNS, toTimes, type JobRecord, type JobRow } from './job-record.js';
import { type EndRows, endRowsInto, type MovedJob } from './move.js';

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

const { succeed } = TRANSITIONS;

/**
 * Stores a job with its end, its events and its rows, and charges its units: one statement, which is one transaction. It leaves what the
 * statements that store, begin and end a job leave. Nothing is stored where `storeJob` stores nothing.
 * See docs/adr/0160.
 */
export async function storeSolved(
  em: Em,
  { job, workerId, result, summary, endRows, deadlineMs, tookMs }: SolvedJob,
  { maxQueued, retentionDays }: { readonly maxQueued: number; readonly retentionDays: number },
  now: Date,
): Promise<JobRecord | NoRoom> {
  const own = [
    tookMs,
    retentionDays,
    result.text,
    result.bytes,
    summary && JSON.stringify(summary),
    ...(endRows === null ? [] : [JSON.stringify(endRows.rows)]),
  ];
  const stored = { ...job, workerId, deadlineMs };
  const row = await insertJob<JobRow>(em, textWith(endRows?.table), stored, { maxQueued, now, own });
  if (typeof row === 'string') return row;
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

/** Where the values stand that `storeSolved` adds. */
const OWN = {
  tookMs: `${ownValue(0)}::float8`,
  days: `${ownValue(1)}::int`,
  result: `${ownValue(2)}::text`,
  bytes: `${ownValue(3)}::int`,
  summary: `${ownValue(4)}::jsonb`,
  rows: ownValue(5),
};

function textOf(table: string | undefined): string {
  return insertion({
    units: charge,
    from: `held, (select statement_timestamp() - ${OWN.tookMs} * interval '1 millisecond' as at) begun`,
    createdAt: 'begun.at',
    columns: {
      units_charged: OF_JOB.units,
      status: `'${succeed.to}'`,
      event_seq: '3',
      dispatched_at: 'begun.at',
      started_at: 'begun.at',
      finished_at: 'statement_timestamp()',
      expires_at: `statement_timestamp() + ${OWN.days} * interval '1 day'`,
      result: OWN.result,
      result_bytes: OWN.bytes,
      summary: OWN.summary,
    },
    events: [`select id, account_id, 3, '${succeed.event}', status, finished_at, null::jsonb from stored`],
    after: table === undefined ? [] : [endRowsInto(table, 'stored', OWN.rows)],
    read: `j.id, ${TIME_COLUMNS}`,
  });
}
