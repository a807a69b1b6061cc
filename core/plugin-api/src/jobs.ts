import type { Language } from './problems.js';
import type { Principal } from './principal.js';
import type { Progress } from './context.js';
import type { Transaction } from './transaction.js';

/** The state of a job. Nothing leaves the last four. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** How a job can end. */
export type JobEndStatus = Exclude<JobStatus, 'queued' | 'running'>;

/** Why a job failed, as its owner is told. */
export interface JobError {
  readonly slug: string;
  readonly detail: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
}

/** The end of a job, as its mode is told of it. */
export interface JobEnd {
  readonly jobId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly status: JobEndStatus;
  /** The attempt that ended; 1 for a job that never ran. */
  readonly attempt: number;
  /** What `solve` gave, of a job that succeeded; null otherwise. */
  readonly result: unknown;
  /** Of a job that failed; null otherwise. */
  readonly error: JobError | null;
  /** By the clock of the database. */
  readonly finishedAt: Date;
}

/** A job as code sees it. */
export interface JobState {
  readonly id: string;
  readonly mode: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly deadlineAt: Date;
  readonly progress: Progress | null;
  readonly error: JobError | null;
  /** Units held for the job, and once it has ended those that were charged. */
  readonly units: { readonly reserved: number; readonly charged: number | null };
  /** The result, where it was asked for, the job has succeeded, and it is small enough to be kept with the job. */
  readonly result?: unknown;
  /** The artefact that holds a larger result. */
  readonly resultArtefactId: string | null;
}

/** A job to be made by code, for a caller of the service. */
export interface JobSubmission {
  /** Who asks: their grants, profiles, quota and limits hold as if they had sent the request. */
  readonly principal: Principal;
  /** Name of the mode; one that is not `visible` may be named too. */
  readonly mode: string;
  /** The request without `mode`: the fields of the mode, and those of the host (`profile`, `label`, `metadata`, `deadline_ms`). */
  readonly body: Readonly<Record<string, unknown>>;
  /** Makes the call safe to repeat for 24 hours: the same key and body give the job that was made the first time. */
  readonly idempotencyKey?: string;
  /** For texts of the result; English when absent. */
  readonly language?: Language;
  /**
   * Called in the transaction that stores the job, before anybody can see it: rows written with `tx` are stored with the job or not
   * at all, and what it throws leaves no job. Not called when `idempotencyKey` finds a job that is there already.
   */
  readonly within?: (tx: Transaction, jobId: string) => Promise<void>;
}

/** The account whose jobs are read; a `Principal` is one. */
export type JobOwner = Pick<Principal, 'accountId'>;

/** Makes, awaits, reads and cancels jobs from code. Jobs of other accounts are as if they were not there. */
export interface Jobs {
  /**
   * Stores a job and sends it on its way.
   * @returns its id, and whether an earlier call with the same idempotency key made it
   * @throws ProblemError as POST /v1/solves answers: grants, request, quota, limits, readiness
   */
  submit(submission: JobSubmission): Promise<{ readonly id: string; readonly replayed: boolean }>;
  /**
   * Returns the job with its result once it has ended, or as it is after `ms` or when `signal` aborts.
   * @throws ProblemError `not_found`
   */
  wait(owner: JobOwner, id: string, options: { readonly ms: number; readonly signal?: AbortSignal }): Promise<JobState>;
  /**
   * Returns the job as it is, with its result when `result` asks for it.
   * @throws ProblemError `not_found`
   */
  read(owner: JobOwner, id: string, options?: { readonly result?: boolean }): Promise<JobState>;
  /**
   * Cancels a job that waits, asks one that runs to stop, and leaves one that has ended as it is. Returns the job afterwards.
   * @throws ProblemError `not_found`
   */
  cancel(owner: JobOwner, id: string): Promise<JobState>;
}
