import type { SolverSession } from './solver.js';

/** What a borrower of a solver process may take of it. */
export interface BorrowOptions {
  /** Kills the process when it aborts, e.g. because the caller is gone. */
  readonly signal?: AbortSignal;
  /** Kills the process when so much time has passed since it was borrowed, milliseconds; 30,000 when absent. */
  readonly wallMs?: number;
  /** Kills the process when its resident set passes so many MiB; the solver's own cap when absent. */
  readonly memoryMb?: number;
}

/** Solver processes for routes and chores; a mode asks `ctx.solver`. */
export interface Compute {
  /**
   * Borrows a process of a solver that the plugin declares. Give the session back with `release`, in a `finally`.
   * Its requests reject with SolverGone when the process was killed.
   * @throws ProblemError `overloaded` when too many wait for a process, `engine_unavailable` when none can be started
   */
  borrow(solver: string, options?: BorrowOptions): Promise<SolverSession>;
}
