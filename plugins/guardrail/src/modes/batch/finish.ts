import { propertiesOf } from '@ostiary/guard';
import type { SolveContext } from '@ostiary/plugin-api';
import { loadChecked, policySummary } from '@ostiary/policy-modes';
import { withSolver } from '../guardrail/borrowed-solver.js';
import { Findings, type FindingsState } from './findings.js';
import type { BatchInput } from './request.js';
import type { BatchOutput } from './result.js';

/** What ends a table that was decided in parts. */
export interface EndInput {
  readonly request: BatchInput;
  readonly states: readonly FindingsState[];
}

/** Ends a table in a child: what the parts found is joined in order. */
export function endBatch({ request, states }: EndInput, ctx: Parameters<typeof finish>[2]): ReturnType<typeof finish> {
  return finish(request, states, ctx);
}

/** The result of a table whose rows are decided, apart from what was found in no row by itself. */
export async function finish(
  request: BatchInput,
  states: readonly FindingsState[],
  ctx: Pick<SolveContext, 'log' | 'signal' | 'solver' | 'submittedAt'>,
): Promise<Omit<BatchOutput, 'duplicates' | 'artifacts'>> {
  const policy = loadChecked(request.policy, request.catalogue);
  const findings = new Findings(policy);
  for (const state of states) findings.join(state);
  return {
    ...findings.result,
    properties: await withSolver(ctx, (solver) => propertiesOf(policy, solver)),
    policy: await policySummary(policy, request.policy, request.language ?? 'en'),
    evaluated_at: ctx.submittedAt.toISOString(),
  };
}
