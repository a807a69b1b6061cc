import { type BorrowOptions, type Compute, ProblemError, type SolverSession } from '@ostiary/plugin-api';
import { AttemptAborted } from './attempt-aborted.js';
import type { ComputeService } from './compute.service.js';
import { SolverBudget } from './solver-budget.js';
import { SolverBusy } from './solver-pool.js';

const WALL_MS = 30_000;

interface Borrower {
  readonly id: string;
  /** Ids of the solvers it declares. */
  readonly solvers: readonly string[];
}

/** Lends solver processes to the routes and chores of one plugin. */
export class PluginCompute implements Compute {
  constructor(
    private readonly plugin: Borrower,
    private readonly compute: Pick<ComputeService, 'borrow' | 'canStart'>,
  ) {}

  async borrow(solver: string, options: BorrowOptions = {}): Promise<SolverSession> {
    if (!this.plugin.solvers.includes(solver)) throw new Error(`plugin ${this.plugin.id} declares no solver ${solver}`);
    if (!this.compute.canStart(solver))
      throw new ProblemError('engine_unavailable', { headers: { 'Retry-After': '10' } });
    const { signal, wallMs = WALL_MS, memoryMb } = options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new AttemptAborted('deadline')), wallMs);
    try {
      const session = await this.compute.borrow(
        solver,
        signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        new SolverBudget({ solverMs: undefined, memoryMb }),
      );
      return {
        request: (payload) => session.request(payload),
        release: () => {
          clearTimeout(timer);
          session.release();
        },
      };
    } catch (error) {
      clearTimeout(timer);
      throw error instanceof SolverBusy ? new ProblemError('overloaded', { headers: { 'Retry-After': '1' } }) : error;
    }
  }
}
