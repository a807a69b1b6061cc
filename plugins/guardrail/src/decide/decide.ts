import { type Call, type Context, type Decision, interpretPolicy } from '@ostiary/policy';
import { inexactNumber } from '../request/exact-numbers.js';
import type { LoadedPolicy } from '../policy/load.js';

/** The two evaluators of one policy answered one call differently. A defect of ours: no answer is given. */
class EvaluatorsDisagree extends Error {
  constructor(compiled: Decision, interpreted: Decision) {
    super(`compiled: ${summary(compiled)}; interpreted: ${summary(interpreted)}`);
    this.name = 'EvaluatorsDisagree';
  }
}

/** Decides a call with the compiled policy alone. */
export function decideOnce(policy: LoadedPolicy, call: Call, context: Context): Decision {
  const inexact = inexactNumber(call.args);
  if (inexact !== null) return { answer: 'refuse', slug: 'argument_ill_typed', deciding: [], pointer: inexact };
  return policy.decider.decide(call, context);
}

/**
 * Decides a call with both evaluators.
 * @throws EvaluatorsDisagree
 */
export function decideTwice(policy: LoadedPolicy, call: Call, context: Context): Decision {
  const compiled = decideOnce(policy, call, context);
  if (inexactNumber(call.args) !== null) return compiled;
  const interpreted = interpretPolicy(policy.tree, policy.environment, call, context);
  if (summary(compiled) !== summary(interpreted) || compiled.pointer !== interpreted.pointer)
    throw new EvaluatorsDisagree(compiled, interpreted);
  return compiled;
}

/** A decision as one text that holds nothing of the call: it may be logged. */
function summary({ answer, slug, deciding }: Decision): string {
  const rules = deciding.map(({ rule, cause }) => `${rule}${cause === 'undefined' ? '?' : ''}`);
  return `${answer} ${slug} [${rules.join(' ')}]`;
}
