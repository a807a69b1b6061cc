import {
  callOf,
  completenessOf,
  contextOf,
  decide,
  type PreparedPolicy,
  propertiesOf,
  reasonOf,
  ticketDigest,
  traceCall,
} from '@ostiary/guard';
import type { FiredRule } from '@ostiary/policy';
import type { SolveContext } from '@ostiary/plugin-api';
import type { Tickets } from '../../confirm/confirmations.js';
import { settle } from '../../confirm/settle.js';
import { loadChecked, policySummary } from '@ostiary/policy-modes';
import { withSolver } from './borrowed-solver.js';
import { explainDecision } from './explanation.js';
import type { GuardrailInput } from './request.js';
import type { GuardrailOutput } from './result.js';

type GuardrailContext = Pick<SolveContext, 'accountId' | 'clock' | 'jobId' | 'log' | 'signal' | 'solver'> & {
  readonly tickets: Tickets;
};

/** Decides one call with both evaluators, applies a confirmation, and says what the answer depends on. */
export async function solveGuardrail(request: GuardrailInput, ctx: GuardrailContext): Promise<GuardrailOutput> {
  const policy = loadChecked(request.policy, request.catalogue);
  const language = request.language ?? 'en';
  const call = callOf(request.action);
  const context = contextOf(request.context);
  const plain = decide(policy, call, context);
  const { decision, confirmed, fault, ticket } = await settle(
    {
      plain,
      confirmed: () => decide(policy, call, { ...context, confirmed: true }),
      presented: request.context?.confirmation,
      digest: ticketDigest({
        tool: request.action.tool,
        arguments: request.action.arguments,
        principal: request.context?.principal ?? null,
        catalogue: policy.catalogueDigest,
        policyVersion: policy.version,
      }),
      policyVersion: policy.version,
      jobId: ctx.jobId,
      accountId: ctx.accountId,
      now: ctx.clock.now(),
    },
    ctx.tickets,
  );
  const settled = confirmed ? { ...context, confirmed } : context;
  const unknown = request.action.unknown ?? [];
  const [completeness, properties] = await withSolver(ctx, async (solver) => [
    await completenessOf({ policy, call, context: settled, decision, unknown }, solver),
    await propertiesOf(policy, solver),
  ]);
  for (const { reason } of completeness.unsettled)
    if (reason === 'engines_disagree') ctx.log.error({ reason }, 'the symbolic engine and the evaluators disagree');
  const { slug, detail } = reasonOf(policy, call, settled, decision, fault);
  const trace = request.explain === 'trace' ? traceCall(policy, call, settled, decision) : null;
  return {
    answer: decision.answer,
    slug,
    detail: detail[language],
    pointer: decision.pointer ?? null,
    deciding: decidingRules(policy, decision.deciding),
    trace: trace && trace.rules,
    trace_omitted: trace?.omitted ?? 0,
    ...explainDecision(policy, call, settled, decision),
    completeness,
    properties,
    confirmation: ticket,
    policy: await policySummary(policy, request.policy, language),
    evaluated_at: new Date(context.now ?? ctx.clock.now()).toISOString(),
  };
}

function decidingRules({ rules }: PreparedPolicy, fired: readonly FiredRule[]): GuardrailOutput['deciding'] {
  return fired.flatMap(({ rule, cause }) => {
    const found = rules.get(rule);
    return found ? [{ rule, line: found.line, column: found.column, effect: found.effect, cause }] : [];
  });
}
