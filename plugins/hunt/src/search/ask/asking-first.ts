import { type CoreRule, placeText } from '@ostiary/policy';
import type { Words } from '@ostiary/guard';
import type { Repair } from '../model/finding.js';
import { repairOf, toolWord, withRule } from './edits.js';
import type { Hunt } from './hunt.js';
import type { Edit } from './mend.js';
import { slotsOf } from './tests.js';
import { words } from './text.js';
import { whereMissing } from './where-missing.js';
import { WrittenRule } from './written-rule.js';

/** The policy with one more rule, by which a person is asked about every call of a tool. */
export const askingFirst = (hunt: Hunt, tool: string): Repair => ({
  title: words('Ask a person', 'Perguntar a uma pessoa'),
  text: withRule(hunt, `ask-${tool}`, {
    1: `confirm ${toolWord(tool)};`,
    2: `confirm (tool == ${JSON.stringify(tool)});`,
  }),
});

/**
 * Rules that allow a tool ask a person instead. They then apply, too, where something that they read is missing: the second change
 * refuses that, as before.
 */
export function askingInstead(hunt: Hunt, tool: string, rules: readonly CoreRule[], title: Words): readonly Repair[] {
  const asking = rules.map((rule): Edit | null | undefined => {
    const written = WrittenRule.of(hunt, rule);
    // A rule that allows other tools as well goes on to.
    return hunt.toolsOf(rule).length === 1
      ? written?.effect('confirm')
      : written?.copy(`${rule.id}-ask-${tool}`, [written.effect('confirm'), written.about([tool])]);
  });
  const refusing = rules.flatMap((rule) =>
    mayMiss(hunt, rule, tool).map((place) => whereMissing(hunt, rule, tool, place, 'refuse')),
  );
  return [
    ...repairOf(hunt, title, asking),
    ...(refusing.length === 0 ? [] : repairOf(hunt, title, [...asking, ...refusing])),
  ];
}

/** The places that a rule reads and that may be missing. */
function mayMiss(hunt: Hunt, rule: CoreRule, tool: string): readonly string[] {
  const guard = hunt.guardOf(rule, tool);
  const slots = guard ? slotsOf(hunt.policy.core, guard) : [];
  return [...new Set(slots.filter(({ root, required }) => root !== 'now' && !required).map(placeText))];
}
