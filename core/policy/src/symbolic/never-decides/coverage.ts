import { strictness } from '../../core/effect.js';
import type { CoreRule } from '../../core/ir.js';

/** Of one rule and tool: some call is decided by it, or the rules that cover it; null: not settled. */
export type Coverage =
  | { readonly kind: 'decides' }
  | { readonly kind: 'covered'; readonly by: readonly CoreRule[] }
  | null;

/** The rules whose effect is stricter. */
export function stricterThan(rule: CoreRule, rules: readonly CoreRule[]): readonly CoreRule[] {
  return rules.filter((other) => strictness[other.effect] > strictness[rule.effect]);
}
