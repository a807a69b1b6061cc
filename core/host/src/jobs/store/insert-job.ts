import { reservationTimes } from '../../quotas/reservation.js';
import type { Em } from '../../storage/database.js';
import { type Bound, statement } from '../../storage/statement.js';
import { TRANSITIONS } from '../transitions.js';
import { eventRows } from './event-row.js';
import type { JobRecord } from './job-record.js';

/** What every new job is stored with. */
export interface JobToInsert extends Pick<
  JobRecord,
  | 'id'
  | 'accountId'
  | 'keyId'
  | 'mode'
  | 'variant'
  | 'profile'
  | 'label'
  | 'metadata'
  | 'requestDigest'
  | 'units'
  | 'traceparent'
> {
  readonly request: string;
  /** From submission to the end, queue included. */
  readonly deadlineMs: number;
  /** Who begins it in the same statement; null: it waits for its turn. */
  readonly workerId: string | null;
}

/** Why a job was not stored. */
export type NoRoom = 'queue_full' | 'quota_exhausted';

const { start } = TRANSITIONS;

/** What the statement says of a job by itself: columns, and the values they are stored with. */
export const OF_JOB = {
  id: '$1',
  account_id: '$2',
  key_id: '$3',
  mode: '$4',
  variant: '$5',
  profile: '$6',
  label: '$7',
  metadata: '$8::jsonb',
  request: '$9',
  request_digest: '$10',
  units: '$11::int',
  worker_id: '$12::text',
  traceparent: '$13::text',
};

const DEADLINE_MS = '$14::bigint';
const MOST_QUEUED = '$15::int';
const RESERVATION = ['$16', '$17', '$18'] as const;

/** The placeholder of a value of the caller's own, counted from 0. */
export const ownValue = (at: number): string => `$${19 + at}`;

interface Insertion {
  /** CTEs that take the units of the CTE `wanted`, given the placeholders of `reservationTimes`. */
  readonly units: (now: string, start: string, end: string) => string;
  /** Further CTEs, before the one that stores the job. */
  readonly before?: readonly string[];
  /** What the job is selected from: the CTE of what got through the quota, and what the columns need. */
  readonly from: string;
  /** When it was submitted. */
  readonly createdAt: string;
  /** The other columns, and the values they are stored with. */
  readonly columns: Readonly<Record<string, string>>;
  /** Events after the first two: queries over the CTE `stored`. */
  readonly events?: readonly string[];
  /** Further CTEs, after the one that stores the job. */
  readonly after?: readonly string[];
  /** What is read of the stored job `j`: its id, and more. */
  readonly read: string;
}

/**
 * The text of a statement that stores a job, with its first event and, if it has begun, its second one. It stores nothing when the key has
 * as many queued as it may have, or the units do not fit.
 */
export function insertion({
  units,
  before = [],
  from,
  createdAt,
  columns,
  events = [],
  after = [],
  read,
}: Insertion): string {
  const { id, account_id, key_id, units: own_units } = OF_JOB;
  const all = {
    ...OF_JOB,
    created_at: createdAt,
    deadline_at: `${createdAt} + ${DEADLINE_MS} * interval '1 millisecond'`,
    ...columns,
  };
  const ctes = [
    `load as (select count(*) as queued from (
       select 1 from core.jobs where key_id = ${key_id} and status = 'queued' and parent_id is null limit ${MOST_QUEUED}) q)`,
    `wanted as (select ${id}::text as job_id, ${account_id}::text as account_id, ${own_units} as units
       from load where queued < ${MOST_QUEUED})`,
    units(...RESERVATION),
    ...before,
    `stored as (insert into core.jobs (${Object.keys(all).join(', ')}) select ${Object.values(all).join(', ')} from ${from} returning *)`,
    eventRows([QUEUED, STARTED, ...events].join(' union all ')),
    ...after,
  ];
  return `with ${ctes.join(',\n')}
    select load.queued >= ${MOST_QUEUED} as full, ${read} from load left join stored j on true`;
}

const QUEUED = `select id, account_id, 1, 'job.queued', '${start.from}', created_at, null::jsonb from stored`;
const STARTED = `select id, account_id, 2, '${start.event}', '${start.to}', started_at, jsonb_build_object('attempt', attempt)
  from stored where started_at is not null`;

/**
 * Runs a statement of `insertion`, which is one transaction.
 * @param own values of the caller; see `ownValue`
 */
export async function insertJob<Row extends { readonly id: string }>(
  em: Em,
  text: string,
  job: JobToInsert,
  { maxQueued, now, own }: { readonly maxQueued: number; readonly now: Date; readonly own: readonly Bound[] },
): Promise<Row | NoRoom> {
  const [row] = await statement<{ readonly full: boolean } & (Row | { readonly id: null })>(em, text, [
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
    job.workerId,
    job.traceparent,
    job.deadlineMs,
    maxQueued,
    ...reservationTimes(now),
    ...own,
  ]);
  if (row === undefined) throw new Error('a submission answered no row');
  if (isStored(row)) return row;
  return row.full ? 'queue_full' : 'quota_exhausted';
}

const isStored = <Row extends { readonly id: string }>(row: Row | { readonly id: null }): row is Row => row.id !== null;
