export type AbortCause = 'cancelled' | 'deadline' | 'shutdown' | 'fenced' | 'solver_time' | 'put_off';

/**
 * Reason of the abort signal of one attempt at a job, so that all who listen can tell why:
 * `fenced` means the attempt is no longer the job's current one (its lease was lost); `solver_time` ends the attempt's solvers
 * only (see SolverBudget), never the attempt; `put_off` ends a try at a job that is not stored yet (see AtOnce).
 */
export class AttemptAborted extends Error {
  constructor(readonly why: AbortCause) {
    super(`attempt aborted: ${why}`);
    this.name = 'AttemptAborted';
  }
}

/** Why the signal aborted; anything but our own reason counts as a cancel. */
export function abortCause(signal: AbortSignal): AbortCause {
  return signal.reason instanceof AttemptAborted ? signal.reason.why : 'cancelled';
}
