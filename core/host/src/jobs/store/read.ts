import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import type { JobStatus } from '../transitions.js';
import { JOB_COLUMNS, toJob, type JobRecord, type JobRow } from './job-record.js';

/** What a caller can see. A job past its retention counts as gone before it is purged; parts are shown to nobody. */
const SEEN = '(j.expires_at is null or j.expires_at > statement_timestamp()) and j.parent_id is null';

/** The account's job, or null: another tenant's job looks as one that is not there. */
export async function findJob(em: Em, accountId: string, id: string): Promise<JobRecord | null> {
  const [row] = await statement<JobRow>(
    em,
    `select ${JOB_COLUMNS} from core.jobs j where j.id = $1 and j.account_id = $2 and ${SEEN}`,
    [id, accountId],
  );
  return row === undefined ? null : toJob(row);
}

/** The JSON text of a job's result, if that is kept inline; null when there is no such job. */
export async function findResult(
  em: Em,
  accountId: string,
  id: string,
): Promise<{ readonly result: string | null } | null> {
  const [row] = await statement<{ result: string | null }>(
    em,
    `select j.result from core.jobs j where j.id = $1 and j.account_id = $2 and ${SEEN}`,
    [id, accountId],
  );
  return row ?? null;
}

/** Those of the jobs that have not ended. */
export async function openJobs(em: Em, ids: readonly string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    em,
    `select id from core.jobs where id = any($1::text[]) and status in ('queued', 'running')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

interface JobPage {
  readonly accountId: string;
  readonly mode?: string;
  readonly status?: JobStatus;
  readonly label?: string;
  /** Where the page before ended. */
  readonly before?: { readonly createdAt: Date; readonly id: string };
  readonly limit: number;
}

/** Jobs of an account, newest first. */
export async function listJobs(em: Em, page: JobPage): Promise<JobRecord[]> {
  const rows = await statement<JobRow>(
    em,
    `select ${JOB_COLUMNS} from core.jobs j
     where j.account_id = $1 and ${SEEN} and ($2::text is null or j.mode = $2) and ($3::text is null or j.status = $3)
       and ($7::text is null or j.label = $7)
       and ($4::timestamptz is null or (j.created_at, j.id) < ($4::timestamptz, $5::text))
     order by j.created_at desc, j.id desc limit $6`,
    [
      page.accountId,
      page.mode ?? null,
      page.status ?? null,
      page.before?.createdAt.toISOString() ?? null,
      page.before?.id ?? null,
      page.limit,
      page.label ?? null,
    ],
  );
  return rows.map(toJob);
}

const COUNTED = 1_000;

/** Place of a queued job among its account's queued jobs, from 1; counted up to 1,000: a submission waits for this. */
export async function queuePosition(em: Em, job: JobRecord): Promise<number> {
  const [row] = await statement<{ n: number | string }>(
    em,
    `select count(*) as n from (
       select 1 from core.jobs where account_id = $1 and parent_id is null and status = 'queued' and (created_at, id) <= ($2::timestamptz, $3::text) limit ${COUNTED}
     ) ahead`,
    [job.accountId, job.createdAt.toISOString(), job.id],
  );
  // The job may have begun since it was read; it was queued then.
  return Math.max(1, Number(row?.n ?? 0));
}
