import { ProblemError, SolverGone, type ProblemDeclaration } from '@ostiary/plugin-api';
import { SolverBusy } from '../../compute/solver-pool.js';
import { UnstoredGone } from '../../unstored/unstored-gone.js';
import { isStorageFull } from '../../storage/storage-full.js';
import type { StoredError } from '../entities/job.js';
import { PartFailed } from './parts/part-failed.js';

/** Why a job failed, as its owner is told. A failed job is never the request's fault and costs nothing. */
const FAILURES = {
  internal: { detail: 'The service failed while it ran this job. Nothing was charged.', retryable: true },
  worker_lost: { detail: 'The process that ran this job was lost three times. Nothing was charged.', retryable: true },
  solver_memory: {
    detail: 'The solver needed more memory than the profile allows. Nothing was charged.',
    retryable: false,
  },
  solver_time: {
    detail: 'The solver needed more time than the profile allows. Nothing was charged.',
    retryable: false,
  },
  solver_crashed: { detail: 'The solver ended unexpectedly. Nothing was charged.', retryable: true },
  secret_unavailable: {
    detail:
      'A value of the request that is never stored was lost with the process that held it. Nothing was charged; send the request again.',
    retryable: true,
  },
  storage_full: {
    detail: 'The service had no room to store what this job made. Nothing was charged.',
    retryable: true,
  },
  engine_unavailable: { detail: 'No solver process was free to run this job. Nothing was charged.', retryable: true },
} as const satisfies Readonly<Record<string, Omit<StoredError, 'slug'>>>;

export function jobError(slug: keyof typeof FAILURES): StoredError {
  return { slug, ...FAILURES[slug] };
}

interface Failure {
  readonly error: StoredError;
  /** Whether it is a fault in code, to be logged as one. */
  readonly defect: boolean;
}

/** An attempt that was itself stopped never gets here; a child stopped for any other reason has failed. */
const GONE = {
  memory: 'solver_memory',
  solver_time: 'solver_time',
  crashed: 'solver_crashed',
  deadline: 'solver_crashed',
  cancelled: 'solver_crashed',
} as const satisfies Readonly<Record<SolverGone['reason'], keyof typeof FAILURES>>;

/** What an exception out of a mode means. The text of an unknown one is for the log only. */
export function failureOf(thrown: unknown, problems: ReadonlyMap<string, ProblemDeclaration>): Failure {
  if (thrown instanceof UnstoredGone) return { error: jobError('secret_unavailable'), defect: false };
  if (thrown instanceof PartFailed) return { error: thrown.error, defect: false };
  if (isStorageFull(thrown)) return { error: jobError('storage_full'), defect: true };
  if (thrown instanceof SolverBusy) return { error: jobError('engine_unavailable'), defect: false };
  if (thrown instanceof SolverGone) {
    return { error: jobError(GONE[thrown.reason]), defect: thrown.reason === 'crashed' };
  }
  if (thrown instanceof ProblemError) {
    const declared = problems.get(thrown.slug);
    if (declared !== undefined) {
      const detail = (thrown.options.detail ?? declared.detail).en;
      return {
        error: { slug: thrown.slug, detail: fill(detail, thrown.options.params), retryable: declared.retryable },
        defect: false,
      };
    }
  }
  return { error: jobError('internal'), defect: true };
}

function fill(text: string, params: Readonly<Record<string, string | number>> | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    params !== undefined && Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}
