import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { timestamp } from '../../storage/statement.js';
import type { Job } from '../entities/job.js';

/** Fields of a job that are times, and those that are not. */
type Times = { [Field in keyof Job]-?: NonNullable<Job[Field]> extends Date ? Field : never }[keyof Job];
type Values = Exclude<keyof Job, Times>;

/**
 * What is read of a job, as `Job` describes it. Without the texts of its request and result, which may be megabytes, and without what
 * only statements ask for.
 */
const VALUES = [
  'id',
  'accountId',
  'keyId',
  'parentId',
  'part',
  'mode',
  'variant',
  'profile',
  'label',
  'metadata',
  'status',
  'attempt',
  'requestDigest',
  'units',
  'unitsCharged',
  'progress',
  'resultBytes',
  'resultArtefactId',
  'summary',
  'artefactCount',
  'error',
  'traceparent',
] as const satisfies readonly Values[];
const TIMES = [
  'createdAt',
  'deadlineAt',
  'startedAt',
  'cancelRequestedAt',
  'finishedAt',
  'expiresAt',
] as const satisfies readonly Times[];

/** A job as read. */
export type JobRecord = {
  readonly [Field in (typeof VALUES | typeof TIMES)[number]]: Exclude<Job[Field], undefined>;
};

const naming = new UnderscoreNamingStrategy();
const named = <Field extends string>(fields: readonly Field[]) =>
  fields.map((field) => ({ field, column: naming.propertyToColumnName(field) }));
const values = named(VALUES);
const times = named(TIMES);

/** Columns of a JobRecord, for a select list on `core.jobs j`. */
export const JOB_COLUMNS = [...values, ...times].map(({ column }) => `j.${column}`).join(', ');

/** As JOB_COLUMNS, its times alone. */
export const TIME_COLUMNS = times.map(({ column }) => `j.${column}`).join(', ');

/** One row of JOB_COLUMNS as the driver gives it. */
export interface JobRow {
  readonly id: string;
  readonly [column: string]: unknown;
}

export function toJob(row: JobRow): JobRecord {
  const job: Record<string, unknown> = {};
  for (const { field, column } of values) job[field] = row[column];
  return { ...job, ...toTimes(row) } as JobRecord;
}

/** @param row has at least TIME_COLUMNS */
export function toTimes(row: Readonly<Record<string, unknown>>): Pick<JobRecord, (typeof TIMES)[number]> {
  return Object.fromEntries(
    times.map(({ field, column }) => [field, moment(row[column] as string | Date | null)]),
  ) as Pick<JobRecord, (typeof TIMES)[number]>;
}

const moment = (value: string | Date | null): Date | null => (value === null ? null : timestamp(value));
