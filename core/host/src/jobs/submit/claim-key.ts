import { ProblemError } from '@ostiary/plugin-api';
import { IDEMPOTENCY_HOURS } from '../../idempotency/key.js';
import type { Em } from '../../storage/database.js';
import { claimIdempotencyKey, type HeldKey } from '../store/submission.js';

/** A key that makes a submission safe to repeat, and among which others it is remembered. */
export interface SubmissionKey {
  readonly operation: string;
  readonly key: string;
}

interface KeyedJob {
  readonly id: string;
  readonly accountId: string;
  readonly requestDigest: string;
}

/**
 * Takes the key for a job about to be stored in `tx`. Returns null when it is taken, else what it stands for.
 * @throws ProblemError `idempotency_in_progress`
 */
export async function claimKey(tx: Em, job: KeyedJob, { operation, key }: SubmissionKey): Promise<HeldKey | null> {
  try {
    return await claimIdempotencyKey(tx, {
      accountId: job.accountId,
      operation,
      key,
      fingerprint: job.requestDigest,
      jobId: job.id,
      hours: IDEMPOTENCY_HOURS,
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ProblemError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
  }
}

/** SQLSTATE 55P03, however deep the driver wrapped it. */
function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === '55P03') return true;
  return false;
}
