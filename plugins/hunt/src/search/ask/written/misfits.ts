import { type CoreRule, within } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';
import type { Edit } from './mend.js';
import { WrittenRule } from './written-rule.js';

/** The tools that a rule names and that lack something it reads. */
export const misfitsOf = (hunt: Hunt, rule: CoreRule): readonly string[] =>
  hunt.toolsOf(rule).filter((tool) => {
    const guard = hunt.guardOf(rule, tool);
    return guard !== null && within(guard).some(({ op }) => op === 'undefined');
  });

/** The rule about those of its tools that have what it reads; null where it does not name them, or none has. */
export function aboutFitting(hunt: Hunt, rule: CoreRule): Edit | null {
  const [misfits, written] = [misfitsOf(hunt, rule), WrittenRule.of(hunt, rule)];
  const fitting = hunt.toolsOf(rule).filter((tool) => !misfits.includes(tool));
  if (!written?.namesTools || misfits.length === 0 || fitting.length === 0) return null;
  return written.about(fitting);
}
