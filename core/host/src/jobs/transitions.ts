export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** How the units held for a job end: counted as used, given back, or held on. */
export type Settlement = 'charge' | 'refund' | null;

export interface Transition {
  readonly from: JobStatus;
  readonly to: JobStatus;
  /** Type of the event that tells it. */
  readonly event: string;
  readonly settle: Settlement;
}

/**
 * Every change of state there is. A job that never ran, or that we failed, costs nothing;
 * one that ran until its owner or its deadline stopped it costs what it held.
 */
export const TRANSITIONS = {
  start: { from: 'queued', to: 'running', event: 'job.started', settle: null },
  succeed: { from: 'running', to: 'succeeded', event: 'job.succeeded', settle: 'charge' },
  fail: { from: 'running', to: 'failed', event: 'job.failed', settle: 'refund' },
  cancel: { from: 'running', to: 'cancelled', event: 'job.cancelled', settle: 'charge' },
  cancelQueued: { from: 'queued', to: 'cancelled', event: 'job.cancelled', settle: 'refund' },
  expire: { from: 'running', to: 'expired', event: 'job.expired', settle: 'charge' },
  expireQueued: { from: 'queued', to: 'expired', event: 'job.expired', settle: 'refund' },
  /** Only the sweeper's: the worker is gone, the next attempt begins. */
  retry: { from: 'running', to: 'queued', event: 'job.retried', settle: null },
} as const satisfies Readonly<Record<string, Transition>>;
export type TransitionName = keyof typeof TRANSITIONS;

/** A job is tried at most so often; a worker lost once more fails it. */
export const MAX_ATTEMPTS = 3;
/** One that waits for its parts loses its workers to their work, or to a restart: each part has its own attempts. */
const MAX_ATTEMPTS_WITH_PARTS = 20;

const ENDS: ReadonlySet<JobStatus> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);

/** Whether nothing can leave the state. */
export function isTerminal(status: JobStatus): boolean {
  return ENDS.has(status);
}

/** What became of a running job whose worker is gone. */
export function afterLostWorker(job: {
  readonly attempt: number;
  readonly cancelRequested: boolean;
  readonly hasParts: boolean;
}): 'cancel' | 'fail' | 'retry' {
  if (job.cancelRequested) return 'cancel';
  return job.attempt >= (job.hasParts ? MAX_ATTEMPTS_WITH_PARTS : MAX_ATTEMPTS) ? 'fail' : 'retry';
}
