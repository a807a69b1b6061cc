import { callOf, contextOf, type PreparedPolicy } from '@ostiary/guard';
import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { isDecidedHere } from '../../child/place.js';
import { isReadHere, withFiles } from '@ostiary/policy-modes';
import { runInChild } from '../../child/run-in-child.js';
import { ticketsOf } from '../../confirm/confirmations.js';
import { checkGuardrail, settled } from './prepare.js';
import type { GuardrailInput } from './request.js';
import type { GuardrailOutput } from './result.js';
import { solveGuardrail } from './solve.js';
import type { ModeTask } from '../tasks.js';

/** Checks a request, in a child when it is a large one, and fixes its time and language. */
export async function prepareGuardrail(
  asked: GuardrailInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'now' | 'solver'>,
): Promise<GuardrailInput> {
  const request = await withFiles(asked, ctx.input);
  if (isReadHere(request)) checkGuardrail(request);
  else await runInChild({ kind: 'check', mode: 'guardrail', request } satisfies ModeTask, ctx, null);
  return settled(asked, ctx);
}

/** Decides a request, in a child when it is a large one. */
export async function decideGuardrail(asked: GuardrailInput, ctx: SolveContext): Promise<GuardrailOutput> {
  const request = await withFiles(asked, ctx.input);
  const { action, context } = request;
  const work = (policy: PreparedPolicy): number => policy.work(callOf(action), contextOf(context));
  if (isDecidedHere(request, [action, context], work))
    return solveGuardrail(request, { ...ctx, tickets: ticketsOf(ctx) });
  const { jobId, accountId, attempt, clock } = ctx;
  const job = { jobId, accountId, attempt, now: clock.now() };
  return runInChild({ kind: 'solve', mode: 'guardrail', request, job } satisfies ModeTask, ctx, ctx);
}
