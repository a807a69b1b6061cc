import type { SolverDefinition, SolverSession } from '@ostiary/plugin-api';
import type { SolverBudget } from './solver-budget.js';
import { SolverPool, type PoolOptions, type PoolStats } from './solver-pool.js';

/** The solver pools of one process, one per registered solver. */
export class ComputeService {
  private readonly pools = new Map<string, SolverPool>();

  constructor(solvers: Iterable<SolverDefinition>, options: PoolOptions) {
    for (const solver of solvers) this.pools.set(solver.id, new SolverPool(solver, options));
  }

  /** Starts the warm children. Only processes that run jobs call it. */
  start(): void {
    for (const pool of this.pools.values()) pool.start();
  }

  /**
   * A session that is killed when `signal` aborts or the budget is used up; see SolverPool.borrow.
   * Throws for a solver nobody registered.
   */
  async borrow(solver: string, signal: AbortSignal, budget: SolverBudget): Promise<SolverSession> {
    const pool = this.pools.get(solver);
    if (pool === undefined) throw new Error(`no solver ${solver} is registered`);
    return budget.meter(await pool.borrow(AbortSignal.any([signal, budget.signal]), budget.memoryMb));
  }

  /** False when the solver's children keep dying before they are ready, as far as this process has tried. */
  canStart(solver: string): boolean {
    return this.pools.get(solver)?.canStart ?? false;
  }

  stats(): ReadonlyMap<string, PoolStats> {
    return new Map([...this.pools].map(([id, pool]) => [id, pool.stats()]));
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }
}
