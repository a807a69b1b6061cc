import type { Rule, ToolEffects } from '../model/index.js';

/**
 * The rules P1 and P2 that a catalogue asks for (docs/graph/properties.md): each tool that a check lists, and each that a confirmation lists.
 */
export function deriveRules(effects: ToolEffects): Rule[] {
  const rules: Rule[] = [];
  const confirmed = new Set<string>();
  for (const { name, checks = [], confirms = [] } of effects.values()) {
    for (const tool of new Set(checks.flatMap(({ tools }) => tools)))
      rules.push({ id: `check_before:${tool}:${name}`, kind: 'check_before', tool, check: name });
    for (const tool of confirms.flatMap(({ tools }) => tools)) confirmed.add(tool);
  }
  for (const tool of confirmed) rules.push({ id: `confirm_before:${tool}`, kind: 'confirm_before', tool });
  return rules.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
