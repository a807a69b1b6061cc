import { ProblemError } from '@ostiary/plugin-api';

/** Returns what is thrown when units do not fit into what is left of a quota. */
export function quotaExhausted(): ProblemError {
  return new ProblemError('quota_exhausted', { extensions: { 'violated-policies': ['units'] } });
}
