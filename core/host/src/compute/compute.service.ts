import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services, type SolverDefinition, type SolverSession } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PLUGIN_REGISTRY } from '../plugins/registry.js';
import { TRACING, type Tracing } from '../tracing/tracing.js';
import type { SolverBudget } from './solver-budget.js';
import { SolverPool, type PoolStats } from './solver-pool.js';

/** Jobs that may wait for a solver for each one that runs: a job may ask for a second session. */
const WAITING_PER_WORKER = 4;

/** The solver pools of one process, one per registered solver. */
@Injectable()
export class ComputeService {
  private readonly pools = new Map<string, SolverPool>();

  constructor(
    @Inject(PLUGIN_REGISTRY) { solvers }: { readonly solvers: readonly SolverDefinition[] },
    @Inject(HOST_CONFIG) { workers }: Pick<HostConfig, 'workers'>,
    @Inject(DEPLOYMENT) { profiles }: Pick<Deployment, 'profiles'>,
    @Inject(Services.log) log: Logger,
    @Inject(TRACING) tracing: Tracing,
  ) {
    const options = {
      tracing,
      maxProcesses: workers,
      maxWaiting: WAITING_PER_WORKER * workers,
      capsMb: [...profiles.values()].map((profile) => profile.memory_mb),
      onDeath: (death: object) => log.warn(death, 'a solver process died'),
      onFault: (error: unknown) =>
        log.error(
          { err: error },
          'the memory of solver processes cannot be measured; those at work are ended unless it can be again',
        ),
    };
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

  /** False while the memory of some solver's children cannot be measured. */
  get holdsCaps(): boolean {
    return [...this.pools.values()].every((pool) => pool.holdsCaps);
  }

  stats(): ReadonlyMap<string, PoolStats> {
    return new Map([...this.pools].map(([id, pool]) => [id, pool.stats()]));
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }
}
