import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { isReadHere } from '../../child/place.js';
import { runInChild } from '../../child/run-in-child.js';
import { loadChecked } from '../../policy/load.js';
import { checkBatch } from './prepare.js';
import type { BatchInput } from './request.js';
import type { BatchOutput } from './result.js';
import { solveBatch } from './solve.js';
import type { ModeTask } from '../tasks.js';

/** Checks a table and its policy, in a child when the policy is a large one. */
export async function prepareBatch(
  request: BatchInput,
  ctx: Pick<PrepareContext, 'language' | 'solver'>,
): Promise<BatchInput> {
  if (isReadHere(request)) await checkBatch(request);
  else await runInChild({ kind: 'check', mode: 'batch', request } satisfies ModeTask, ctx, null);
  return { ...request, language: request.language ?? ctx.language };
}

/** Decides a table, in a child when the policy is a large one. */
export function decideBatch(request: BatchInput, ctx: SolveContext): Promise<BatchOutput> {
  if (isReadHere(request) && hasNoProperties(request)) return solveBatch(request, ctx);
  const { jobId, accountId, attempt, clock } = ctx;
  const job = { jobId, accountId, attempt, now: clock.now() };
  return runInChild({ kind: 'solve', mode: 'batch', request, job } satisfies ModeTask, ctx, ctx);
}

/** What a policy states about all calls is looked into by the symbolic engine, in a child. */
const hasNoProperties = ({ policy, catalogue }: BatchInput): boolean =>
  loadChecked(policy, catalogue).core.properties.length === 0;
