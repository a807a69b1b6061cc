import {
  type ConfigReader,
  type Language,
  type ModeBody,
  type PrepareContext,
  ProblemError,
  SolverGone,
  type SolverSession,
} from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { Profile } from '../plugins/deployment.js';
import type { ComputeService } from '../compute/compute.service.js';
import { SolverBudget } from '../compute/solver-budget.js';
import { SolverBusy } from '../compute/solver-pool.js';

interface Preparation {
  readonly body: ModeBody<z.ZodType, z.ZodType>;
  /** Ids that may be asked for. */
  readonly solvers: readonly string[];
  readonly profile: Profile;
  readonly now: Date;
  readonly language: Language;
  readonly accountId: string;
  readonly config: ConfigReader;
  readonly compute: Pick<ComputeService, 'borrow'>;
}

/**
 * Lets a mode look at a request before it is stored. Its solvers have what the profile allows, and are given back.
 * @throws ProblemError of the mode; `request_too_costly` beyond the profile; `overloaded` and `engine_unavailable`
 */
export async function prepareRequest(request: unknown, preparation: Preparation): Promise<unknown> {
  const { body, solvers, profile, now, language, accountId, config, compute } = preparation;
  if (body.prepare === undefined) return request;
  const budget = new SolverBudget({ solverMs: profile.solver_ms, memoryMb: profile.memory_mb });
  const sessions: SolverSession[] = [];
  const ctx: PrepareContext = {
    now,
    language,
    accountId,
    config,
    solver: async (id) => {
      if (!solvers.includes(id)) throw new Error(`the mode declares no solver ${id}`);
      const session = await compute.borrow(id, budget.signal, budget);
      sessions.push(session);
      return session;
    },
  };
  try {
    return await body.prepare(request, ctx);
  } catch (error) {
    throw problemOf(error);
  } finally {
    budget.close();
    for (const session of sessions) session.release();
  }
}

function problemOf(error: unknown): unknown {
  if (error instanceof SolverBusy) return new ProblemError('overloaded', { headers: { 'Retry-After': '1' } });
  if (!(error instanceof SolverGone)) return error;
  return error.reason === 'memory' || error.reason === 'solver_time'
    ? new ProblemError('request_too_costly')
    : new ProblemError('engine_unavailable', { headers: { 'Retry-After': '10' } });
}
