import { type Call, type Context, type Decision, explain } from '@ostiary/policy';
import { replaysFor } from '../../decide/work.js';
import type { LoadedPolicy } from '../../policy/load.js';
import type { GuardrailOutput } from './result.js';

/** What the rules looked at, and for each argument the nearest change that gives another answer (replayed in both evaluators). */
export function explainDecision(
  policy: LoadedPolicy,
  call: Call,
  context: Context,
  decision: Decision,
): Pick<GuardrailOutput, 'values_read' | 'flips'> {
  const { decision: explained, read, flips } = explain(policy, call, context, replaysFor(policy, call, context));
  // A number that JSON has rounded is refused before the language sees it; what the language would say is no flip of that.
  const same = explained.answer === decision.answer && explained.slug === decision.slug;
  return {
    values_read: read.map(({ path, present, value, cause }) => ({ path, present, value, cause })),
    flips: same ? flips.map(({ path, ...change }) => ({ argument: path, ...change })) : [],
  };
}
