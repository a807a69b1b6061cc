import { explain, type PreparedPolicy, replaysFor } from '@ostiary/guard';
import type { Call, Context, Decision } from '@ostiary/policy';
import type { GuardrailOutput } from './result.js';

/** What the rules looked at, and for each argument the nearest change that gives another answer (replayed in both evaluators). */
export function explainDecision(
  policy: PreparedPolicy,
  call: Call,
  context: Context,
  decision: Decision,
): Pick<GuardrailOutput, 'values_read' | 'flips'> {
  const { read, flips } = explain(policy, call, context, decision, replaysFor(policy, call, context));
  return {
    values_read: read.map(({ path, present, value, cause }) => ({ path, present, value, cause })),
    flips: flips.map(({ path, ...change }) => ({ argument: path, ...change })),
  };
}
