import { defineEntity, p } from '@mikro-orm/core';
import type { AnswerSummary } from '@ostiary/plugin-api';
import type { JobStatus } from '../transitions.js';

export interface StoredProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit?: string;
}

export interface StoredError {
  readonly slug: string;
  readonly detail: string;
  readonly retryable: boolean;
}

const JobSchema = defineEntity({
  name: 'Job',
  schema: 'core',
  tableName: 'jobs',
  properties: {
    /** `slv_` and a ULID. */
    id: p.text().primary(),
    accountId: p.text(),
    /** Of a part: the job it is a part of, and its place among the parts, from 0. */
    parentId: p.text().nullable(),
    part: p.integer().nullable(),
    keyId: p.text(),
    mode: p.text(),
    /** Selector of the variant of the mode that solves it; null: the mode itself. */
    variant: p.text().nullable(),
    profile: p.text().nullable(),
    label: p.text().nullable(),
    metadata: p.json<Readonly<Record<string, string>>>(),
    status: p.text().$type<JobStatus>(),
    /** Counts from 1. INVARIANT: every write of a running attempt names it, so a dead attempt can write nothing. */
    attempt: p.integer(),
    /** JSON of what `prepare` answered. */
    request: p.text(),
    /** sha256 of the canonical JSON of the body as sent, hex. */
    requestDigest: p.text(),
    units: p.integer(),
    unitsCharged: p.integer().nullable(),
    createdAt: p.datetime(3),
    deadlineAt: p.datetime(3),
    /** It runs, and only waits for its parts: it holds no slot. */
    waiting: p.boolean(),
    /** When it was last handed to the queue; null: waits for its turn. */
    dispatchedAt: p.datetime(3).nullable(),
    startedAt: p.datetime(3).nullable(),
    cancelRequestedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** The lease: who runs it and when it was last heard of. */
    workerId: p.text().nullable(),
    heartbeatAt: p.datetime(3).nullable(),
    /** Number of the job's last event. */
    eventSeq: p.integer(),
    progress: p.json<StoredProgress>().nullable(),
    /** JSON of the result, unless it is larger than what is answered inline; then it is an artefact. */
    result: p.text().nullable(),
    resultBytes: p.integer().nullable(),
    resultArtefactId: p.text().nullable(),
    /** The answer in short; null: the mode gives none, or the job did not succeed. */
    summary: p.json<AnswerSummary>().nullable(),
    artefactCount: p.integer(),
    error: p.json<StoredError>().nullable(),
    /** W3C traceparent of the span of its submission. */
    traceparent: p.text().nullable(),
    /** When a job that ended is purged. */
    expiresAt: p.datetime(3).nullable(),
  },
});

/** A job: the only record of the state of a solve. Changed by the statements of `jobs/store` only. */
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);
