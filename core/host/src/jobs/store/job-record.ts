import type { AnswerSummary } from '@ostiary/plugin-api';
import { timestamp } from '../../storage/statement.js';
import type { StoredError, StoredProgress } from '../entities/job.js';
import type { JobStatus } from '../transitions.js';

/** A job as read, without the texts of its request and result, which may be megabytes. */
export interface JobRecord {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The job it is a part of; null for a whole one. */
  readonly parentId: string | null;
  /** Place among the parts, from 0. */
  readonly part: number | null;
  readonly mode: string;
  readonly variant: string | null;
  readonly profile: string | null;
  readonly label: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly requestDigest: string;
  readonly units: number;
  readonly unitsCharged: number | null;
  readonly createdAt: Date;
  readonly deadlineAt: Date;
  readonly startedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly progress: StoredProgress | null;
  readonly resultBytes: number | null;
  readonly resultArtefactId: string | null;
  readonly summary: AnswerSummary | null;
  readonly artefactCount: number;
  readonly error: StoredError | null;
  readonly expiresAt: Date | null;
  /** W3C traceparent of the span of its submission; null when that was not traced. */
  readonly traceparent: string | null;
}

/** Columns of a JobRecord, for a select list on `core.jobs j`. */
export const JOB_COLUMNS = [
  'id',
  'account_id',
  'key_id',
  'parent_id',
  'part',
  'mode',
  'variant',
  'profile',
  'label',
  'metadata',
  'status',
  'attempt',
  'request_digest',
  'units',
  'units_charged',
  'created_at',
  'deadline_at',
  'started_at',
  'cancel_requested_at',
  'finished_at',
  'progress',
  'result_bytes',
  'result_artefact_id',
  'summary',
  'artefact_count',
  'error',
  'expires_at',
  'traceparent',
]
  .map((column) => `j.${column}`)
  .join(', ');

type Time = string | Date;

/** One row of JOB_COLUMNS as the driver gives it. */
export interface JobRow {
  readonly id: string;
  readonly account_id: string;
  readonly key_id: string;
  readonly parent_id: string | null;
  readonly part: number | null;
  readonly mode: string;
  readonly variant: string | null;
  readonly profile: string | null;
  readonly label: string | null;
  readonly metadata: Record<string, string>;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly request_digest: string;
  readonly units: number;
  readonly units_charged: number | null;
  readonly created_at: Time;
  readonly deadline_at: Time;
  readonly started_at: Time | null;
  readonly cancel_requested_at: Time | null;
  readonly finished_at: Time | null;
  readonly progress: StoredProgress | null;
  readonly result_bytes: number | null;
  readonly result_artefact_id: string | null;
  readonly summary: AnswerSummary | null;
  readonly artefact_count: number;
  readonly error: StoredError | null;
  readonly expires_at: Time | null;
  readonly traceparent: string | null;
}

const moment = (value: Time | null): Date | null => (value === null ? null : timestamp(value));

export function toJob(row: JobRow): JobRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    parentId: row.parent_id,
    part: row.part,
    mode: row.mode,
    variant: row.variant,
    profile: row.profile,
    label: row.label,
    metadata: row.metadata,
    status: row.status,
    attempt: row.attempt,
    requestDigest: row.request_digest,
    units: row.units,
    unitsCharged: row.units_charged,
    createdAt: timestamp(row.created_at),
    deadlineAt: timestamp(row.deadline_at),
    startedAt: moment(row.started_at),
    cancelRequestedAt: moment(row.cancel_requested_at),
    finishedAt: moment(row.finished_at),
    progress: row.progress,
    resultBytes: row.result_bytes,
    resultArtefactId: row.result_artefact_id,
    summary: row.summary,
    artefactCount: row.artefact_count,
    error: row.error,
    expiresAt: moment(row.expires_at),
    traceparent: row.traceparent,
  };
}
