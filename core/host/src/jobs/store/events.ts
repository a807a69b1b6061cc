import type { Em } from '../../storage/database.js';
import { statement, timestamp } from '../../storage/statement.js';
import type { JobStatus } from '../transitions.js';
import { EVENT_SOURCE, eventRow, NEXT_EVENT } from './event-row.js';
import { notifyCancel, notifyChanged } from './notify.js';

export interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly status: JobStatus;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>> | null;
}

interface AttemptEvent {
  readonly jobId: string;
  readonly attempt: number;
  readonly type: string;
  readonly data: object;
}

/** Progress rows kept of a job; when there are more, the older ones go (their numbers are not given again). */
const PROGRESS_KEPT = 1_000;
const TIDY_EVERY = 100;

/** Stores an event of a running attempt. Returns its number, or null when the attempt is no longer the job's. */
export async function appendEvent(em: Em, event: AttemptEvent): Promise<number | null> {
  const isProgress = event.type === 'job.progress';
  const [row] = await statement<{ seq: number }>(
    em,
    `with j as (
       update core.jobs set ${NEXT_EVENT} ${isProgress ? `, progress = $4::jsonb -> 'progress'` : ''}
       where id = $1 and status = 'running' and attempt = $2 returning ${EVENT_SOURCE}
     ), ${eventRow('j', '$3', '$4::jsonb')}
     select j.event_seq as seq, ${notifyChanged(em)} from j`,
    [event.jobId, event.attempt, event.type, JSON.stringify(event.data)],
  );
  if (row === undefined) return null;
  if (isProgress && row.seq % TIDY_EVERY === 0) {
    await statement(em, `delete from core.job_events where job_id = $1 and type = 'job.progress' and seq < $2`, [
      event.jobId,
      row.seq - PROGRESS_KEPT,
    ]);
  }
  return row.seq;
}

/** Notes that a running attempt is to stop; false when it was noted before or the attempt is over. */
export async function requestCancel(em: Em, jobId: string, attempt: number): Promise<boolean> {
  const rows = await statement(
    em,
    `with j as (
       update core.jobs set cancel_requested_at = statement_timestamp(), ${NEXT_EVENT}
       where id = $1 and status = 'running' and attempt = $2 and cancel_requested_at is null returning ${EVENT_SOURCE}
     ), ${eventRow('j', `'job.cancel_requested'`)}
     select ${notifyChanged(em)}, ${notifyCancel(em)} from j`,
    [jobId, attempt],
  );
  return rows.length > 0;
}

/** Events after number `after`, in order. */
export async function eventsAfter(em: Em, jobId: string, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await statement<Omit<StoredEvent, 'at'> & { at: string | Date }>(
    em,
    'select seq, type, status, at, data from core.job_events where job_id = $1 and seq > $2 order by seq limit $3',
    [jobId, after, limit],
  );
  return rows.map((row) => ({ ...row, at: timestamp(row.at) }));
}
