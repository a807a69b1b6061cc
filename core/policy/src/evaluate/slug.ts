import type { Effect } from '../syntax/ast.js';
import type { Context, Decision, FiredRule } from './types.js';

/** The decision when rules of `effect` decided: what it says to the caller, and what a confirmation makes of it. */
export function ruleDecision(effect: Effect, deciding: readonly FiredRule[], { confirmed }: Context): Decision {
  if (effect === 'allow') return { answer: 'allow', slug: 'allowed', deciding };
  if (effect === 'confirm' && confirmed === true) return { answer: 'allow', slug: 'confirmed', deciding };
  const certain = deciding.some(({ cause }) => cause === 'true');
  return {
    answer: effect,
    slug: !certain ? 'guard_undefined' : effect === 'confirm' ? 'confirm_required' : 'refused',
    deciding,
  };
}

/** The decision when no rule fired. A default of confirm can be confirmed like any other. */
export function defaultDecision(effect: Effect, { confirmed }: Context): Decision {
  if (effect === 'confirm' && confirmed === true) return { answer: 'allow', slug: 'confirmed', deciding: [] };
  return { answer: effect, slug: 'no_rule', deciding: [] };
}
