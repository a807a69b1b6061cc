import type { Em } from '../../storage/database.js';
import { statement, timestamp } from '../../storage/statement.js';
import type { StoredError, StoredProgress } from '../entities/job.js';
import type { JobStatus } from '../transitions.js';
import { eventRow, NEXT_EVENT } from './event-row.js';
import { notifyChanged } from './notify.js';

/** The attempt at a whole job that asks for parts. */
interface Whole {
  readonly id: string;
  readonly attempt: number;
}

/** A part about to be stored. */
export interface NewPart {
  readonly id: string;
  /** Place among the parts, from 0. */
  readonly part: number;
  /** JSON; empty when it is in a file. */
  readonly request: string;
  /** sha256 of the JSON, base64url. */
  readonly digest: string;
}

/** A part as the job that waits for it sees it. */
export interface PartState {
  readonly part: number;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly digest: string;
  readonly progress: StoredProgress | null;
  readonly error: StoredError | null;
}

/**
 * Stores parts of a running job, as queued, and notes that the job waits for them. Those that an earlier attempt has stored stay as
 * they are. A part has the age of its whole, so that the parts of an older job come before younger jobs of the same key.
 * See docs/adr/0114.
 * @returns false when the attempt is no longer the job's; then nothing is stored
 */
export async function storeParts(em: Em, whole: Whole, parts: readonly NewPart[]): Promise<boolean> {
  const rows = await statement(
    em,
    `with whole as (
       update core.jobs set waiting = true where id = $1 and status = 'running' and attempt = $2 returning *
     ), stored as (
       insert into core.jobs (id, parent_id, part, account_id, key_id, mode, variant, profile, request, request_digest, units,
         status, event_seq, created_at, deadline_at, traceparent)
       select n.id, w.id, n.part, w.account_id, w.key_id, w.mode, w.variant, w.profile, n.request, n.digest, 0,
         'queued', 0, w.created_at, w.deadline_at, w.traceparent
       from whole w, unnest($3::text[], $4::int[], $5::text[], $6::text[]) as n (id, part, request, digest)
       on conflict (parent_id, part) where parent_id is not null do nothing
     )
     select 1 from whole`,
    [
      whole.id,
      whole.attempt,
      parts.map(({ id }) => id),
      parts.map(({ part }) => part),
      parts.map(({ request }) => request),
      parts.map(({ digest }) => digest),
    ],
  );
  return rows.length > 0;
}

/** The parts of a job from number `from` on, in order. */
export async function partsFrom(em: Em, wholeId: string, from: number): Promise<PartState[]> {
  return statement<PartState>(
    em,
    `select part, status, attempt, request_digest as digest, progress, error from core.jobs
     where parent_id = $1 and part >= $2 order by part`,
    [wholeId, from],
  );
}

/** The JSON text of what a part gave; null when that is in a file. */
export async function partResult(em: Em, wholeId: string, part: number): Promise<string | null> {
  const [row] = await statement<{ result: string | null }>(
    em,
    `select result from core.jobs where parent_id = $1 and part = $2 and status = 'succeeded'`,
    [wholeId, part],
  );
  if (row === undefined) throw new Error(`part ${part} of the job ${wholeId} is not there`);
  return row.result;
}

/** A job that is not over, as its parts see it. */
interface RunningWhole {
  /** JSON. */
  readonly request: string;
  /** When its attempt began; null while it waits for a worker. */
  readonly startedAt: Date | null;
}

/** The job of which something is a part; null when it is over. */
export async function runningWhole(em: Em, wholeId: string): Promise<RunningWhole | null> {
  const [row] = await statement<{ request: string; started_at: string | Date | null }>(
    em,
    `select request, started_at from core.jobs where id = $1 and status in ('queued', 'running')`,
    [wholeId],
  );
  if (row === undefined) return null;
  return { request: row.request, startedAt: row.started_at === null ? null : timestamp(row.started_at) };
}

/** Stores how far a running part is. False when the attempt is no longer the part's. */
export async function storePartProgress(
  em: Em,
  { id, attempt, progress }: { readonly id: string; readonly attempt: number; readonly progress: StoredProgress },
): Promise<boolean> {
  const rows = await statement(
    em,
    `with j as (
       update core.jobs set progress = $3::jsonb where id = $1 and status = 'running' and attempt = $2 returning parent_id as id
     )
     select ${notifyChanged(em)} from j`,
    [id, attempt, JSON.stringify(progress)],
  );
  return rows.length > 0;
}

interface PartEvent {
  readonly id: string;
  readonly attempt: number;
  readonly type: string;
  readonly data: object;
}

/** Stores an event of a running part as one of its whole job. False when the attempt is no longer the part's, or the whole is over. */
export async function appendPartEvent(em: Em, { id, attempt, type, data }: PartEvent): Promise<boolean> {
  const rows = await statement(
    em,
    `with part as (
       select parent_id from core.jobs where id = $1 and status = 'running' and attempt = $2
     ), j as (
       update core.jobs w set ${NEXT_EVENT} from part
       where w.id = part.parent_id and w.status in ('queued', 'running') returning w.id, w.account_id, w.event_seq, w.status
     ), ${eventRow('j', '$3', '$4::jsonb')}
     select ${notifyChanged(em)} from j`,
    [id, attempt, type, JSON.stringify(data)],
  );
  return rows.length > 0;
}
