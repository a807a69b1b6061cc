import { SolverLost } from '@ostiary/guard';
import { type SolveContext, SolverGone, type SolverSession } from '@ostiary/plugin-api';
import type { SmtContext, SmtSolver } from '@ostiary/policy/symbolic';
import { smtClient } from '@ostiary/smt';

/** What ends the question and not the job; any other reason is the job's own end. */
const LOST: ReadonlyMap<SolverGone['reason'], SolverLost['reason']> = new Map([
  ['memory', 'solver_memory'],
  ['solver_time', 'solver_time'],
  ['crashed', 'solver_crashed'],
] as const);

/** Returns a question with a solver that is borrowed when it is first asked, and given back in the end. */
export async function withSolver<T>(ctx: Lender, question: (solver: SmtSolver) => Promise<T>): Promise<T> {
  const solver = new BorrowedSolver(ctx);
  try {
    return await question(solver);
  } finally {
    solver.release();
  }
}

type Lender = Pick<SolveContext, 'log' | 'signal' | 'solver'>;

class BorrowedSolver implements SmtSolver {
  private session: SolverSession | undefined;
  private client: SmtSolver | undefined;

  constructor(private readonly ctx: Lender) {}

  /** Checks throw SolverLost when there is no solver, unless the job itself was stopped. */
  open(): SmtContext {
    let context: SmtContext | undefined;
    return {
      check: async (...question) => {
        context ??= (await this.borrowed()).open();
        try {
          return await context.check(...question);
        } catch (error) {
          const reason = error instanceof SolverGone ? LOST.get(error.reason) : undefined;
          throw reason === undefined ? error : this.lost(reason, error);
        }
      },
      close: () => context?.close(),
    };
  }

  release(): void {
    this.session?.release();
  }

  private async borrowed(): Promise<SmtSolver> {
    this.session ??= await this.borrow();
    return (this.client ??= smtClient(this.session));
  }

  private async borrow(): Promise<SolverSession> {
    try {
      return await this.ctx.solver('z3');
    } catch (error) {
      // A child that dies while it starts was never to be had.
      const reason = error instanceof SolverGone && error.reason !== 'crashed' ? LOST.get(error.reason) : undefined;
      throw this.lost(reason ?? 'solver_unavailable', error);
    }
  }

  private lost(reason: SolverLost['reason'], cause: unknown): unknown {
    if (this.ctx.signal.aborted) return cause;
    this.ctx.log.warn({ reason }, 'no solver to decide completeness');
    return new SolverLost(reason, cause);
  }
}
