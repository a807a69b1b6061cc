import { decideOnce, interpretOnce, type PreparedPolicy, type Words } from '@ostiary/guard';
import { type CoreExpr, type CoreRule, type Decision, type Effect, strictest } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Step } from '../../model/finding.js';
import { HuntedPolicy } from './hunted-policy.js';

/** Answers that come before any rule is asked: the catalogue does not accept the call. */
const UNADMITTED: readonly string[] = [
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
];

/** What a policy answers to calls that were found: each is replayed before anybody hears of it. */
export class ReplayedPolicy extends HuntedPolicy {
  /** Whether a rule fires for a call. */
  fires(rule: CoreRule, draft: Draft): boolean {
    const truth = this.truth(rule, draft);
    return truth === true || (truth === null && rule.effect !== 'allow');
  }

  /** Whether the guard of a rule is true of a call; null where it has no truth, false also where the rule is not about its tool. */
  truth(rule: CoreRule, draft: Draft): boolean | null {
    const guard = this.guardOf(rule, draft.call.tool);
    return guard ? this.truthOf(guard, draft) : false;
  }

  /** The truth of a test of a rule. */
  truthOf(guard: CoreExpr, { call, context }: Draft): boolean | null {
    const { decider } = this.policy;
    const held = decider.holds([{ tools: null, guard }], call, context, decider.decide(call, context));
    return typeof held === 'symbol' ? null : held;
  }

  /** The answer of both evaluators; null when they differ, or when the call is not one that the catalogue accepts. */
  decide({ call, context }: Draft, policy: PreparedPolicy = this.policy): Decision | null {
    const [compiled, plain] = [decideOnce(policy, call, context), interpretOnce(policy, call, context)];
    const same =
      compiled.slug === plain.slug &&
      compiled.answer === plain.answer &&
      idsOf(compiled).join() === idsOf(plain).join();
    return same && !UNADMITTED.includes(compiled.slug) ? compiled : null;
  }

  /** What a call would be answered if some rules were not there. */
  answerWithout(left: readonly CoreRule[], draft: Draft): Effect {
    const fired = this.rulesOf(draft.call.tool).filter((rule) => !left.includes(rule) && this.fires(rule, draft));
    const effects = fired.length === 0 ? [this.policy.core.default] : fired.map(({ effect }) => effect);
    const answer = effects.reduce(strictest);
    return answer === 'confirm' && draft.context.confirmed === true ? 'allow' : answer;
  }

  /** A draft as a step of a witness. @throws RangeError when it does not replay: it was confirmed before */
  step(draft: Draft, label: Words | null = null, policy: PreparedPolicy = this.policy): Step {
    const decision = this.decide(draft, policy);
    if (!decision) throw new RangeError('a witness that does not replay');
    const { answer, slug } = decision;
    return { ...draft, answer, slug, deciding: idsOf(decision), label };
  }
}

const idsOf = ({ deciding }: Decision): readonly string[] => deciding.map(({ rule }) => rule);
