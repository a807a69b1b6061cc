import type { Rule, ToolEffects } from '../model/index.js';

/**
 * The rules P1 and P2 that a catalogue asks for (docs/graph/properties.md): each tool that a check lists, and each that a confirmation lists. Of several
 * confirmations of one tool all are needed, unless all of them say that one is enough.
 */
export function deriveRules(effects: ToolEffects): Rule[] {
  const rules: Rule[] = [];
  const confirmations = new Map<string, { name: string; anyOf: boolean }[]>();
  for (const { name, checks = [], confirms = [] } of effects.values()) {
    for (const tool of new Set(checks.flatMap(({ tools }) => tools)))
      rules.push({ id: `check_before:${tool}:${name}`, kind: 'check_before', tool, check: name });
    for (const { tools, anyOf } of confirms)
      for (const tool of tools)
        confirmations.set(tool, [
          ...(confirmations.get(tool) ?? []).filter((each) => each.name !== name),
          { name, anyOf: anyOf === true },
        ]);
  }
  for (const [tool, by] of confirmations) {
    const id = `confirm_before:${tool}`;
    if (by.length === 1) rules.push({ id, kind: 'confirm_before', tool });
    else
      rules.push({
        id,
        kind: 'confirm_before',
        tool,
        by: by.map(({ name }) => name),
        ...(by.every(({ anyOf }) => anyOf) && { any_of: true }),
      });
  }
  return rules.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
