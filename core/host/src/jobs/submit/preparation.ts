import {
  type Language,
  type ModeBody,
  type PluginContext,
  type PrepareContext,
  type Principal,
  ProblemError,
  Secret,
  SolverGone,
  type SolverSession,
} from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { Profile } from '../../plugins/deployment.js';
import type { ComputeService } from '../../compute/compute.service.js';
import { SolverBudget } from '../../compute/solver-budget.js';
import type { UnstoredValues } from '../../unstored/held-values.js';
import { Redactor } from '../../unstored/redact.js';
import { SolverBusy } from '../../compute/solver-pool.js';

interface Preparation {
  readonly body: ModeBody<z.ZodType, z.ZodType>;
  /** Ids that may be asked for. */
  readonly solvers: readonly string[];
  readonly profile: Profile;
  readonly now: Date;
  readonly language: Language;
  readonly principal: Principal;
  /** Of the plugin that brings the mode or the variant. */
  readonly context: PluginContext;
  readonly compute: Pick<ComputeService, 'borrow'>;
  /** Taken out of the request: never stored. */
  readonly values: UnstoredValues;
  readonly input: PrepareContext['input'];
}

/**
 * Lets a mode look at a request before it is stored. Its solvers have what the profile allows, and are given back.
 * @throws ProblemError of the mode; `request_too_costly` beyond the profile; `overloaded` and `engine_unavailable`
 */
export async function prepareRequest(request: unknown, preparation: Preparation): Promise<unknown> {
  const { body, solvers, profile, now, language, principal, context, compute, values, input } = preparation;
  if (body.prepare === undefined) return request;
  const redactor = new Redactor();
  redactor.watch(values);
  const budget = new SolverBudget({ solverMs: profile.solver_ms, memoryMb: profile.memory_mb });
  const sessions: SolverSession[] = [];
  const ctx: PrepareContext = {
    ...context,
    principal,
    now,
    language,
    accountId: principal.accountId,
    unstored: (pointer) => {
      if (body.neverStored?.includes(pointer) !== true)
        throw new Error(`the mode names nothing at ${pointer} in neverStored`);
      const text = values.get(pointer);
      return text === undefined ? null : new Secret(text);
    },
    input,
    solver: async (id) => {
      if (!solvers.includes(id)) throw new Error(`the mode declares no solver ${id}`);
      const session = await compute.borrow(id, budget.signal, budget);
      sessions.push(session);
      return session;
    },
  };
  try {
    const prepared: unknown = await body.prepare(request, ctx);
    if (values.size > 0 && redactor.isIn(JSON.stringify(prepared)))
      throw new Error('prepare gives out a value that is never stored');
    return prepared;
  } catch (error) {
    throw redactor.error(problemOf(error));
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
