import { type Call, type Context, type Decision, interpretPolicy } from '@ostiary/policy';
import type { PreparedPolicy } from '../prepare/prepare.js';
import { unreadable } from './readable.js';

/**
 * The two evaluators of one policy answered one call differently. A defect of ours: no answer is given.
 * See docs/adr/0077.
 */
export class EvaluatorsDisagree extends Error {
  constructor(compiled: Decision, interpreted: Decision) {
    super(`compiled: ${summary(compiled)}; interpreted: ${summary(interpreted)}`);
    this.name = 'EvaluatorsDisagree';
  }
}

/** Decides a call with the compiled policy alone. */
export function decideOnce(policy: PreparedPolicy, call: Call, context: Context): Decision {
  return refusedUnread(call) ?? policy.decider.decide(call, context);
}

/** Decides a call with the interpreter alone, which walks the tree of the text. */
export function interpretOnce(policy: PreparedPolicy, call: Call, context: Context): Decision {
  return refusedUnread(call) ?? interpretPolicy(policy.tree, policy.environment, call, context);
}

/**
 * Decides a call with both evaluators.
 * @throws EvaluatorsDisagree
 */
export function decide(policy: PreparedPolicy, call: Call, context: Context): Decision {
  const compiled = decideOnce(policy, call, context);
  const interpreted = interpretOnce(policy, call, context);
  if (summary(compiled) !== summary(interpreted) || compiled.pointer !== interpreted.pointer)
    throw new EvaluatorsDisagree(compiled, interpreted);
  return compiled;
}

/** Refuses arguments of which two readers could take different ones, before either evaluator sees them. */
function refusedUnread({ args }: Call): Decision | null {
  const pointer = unreadable(args);
  return pointer === null ? null : { answer: 'refuse', slug: 'argument_ill_typed', deciding: [], pointer };
}

/** A decision as one text that holds nothing of the call: it may be logged. */
function summary({ answer, slug, deciding }: Decision): string {
  const rules = deciding.map(({ rule, cause }) => `${rule}${cause === 'undefined' ? '?' : ''}`);
  return `${answer} ${slug} [${rules.join(' ')}]`;
}
