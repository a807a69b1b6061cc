import type { Rule, ToolEffect, ToolEffects } from '../model/index.js';

/**
 * The rules that a catalogue asks for (docs/graph/properties.md). P1 and P2: each tool that a check lists, and each that a confirmation lists. P4: what the labels of its
 * sources are there for; a write alone is no way out here, or every agent that reads mail and files a note would be told of. P5: one saga of all
 * tools that have a compensation.
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
  rules.push(...taintRules([...effects.values()]));
  const undone = new Set([...effects.values()].flatMap(({ compensates }) => compensates ?? []));
  if (undone.size > 0)
    rules.push({ id: 'saga', kind: 'saga', steps: [...undone].toSorted().map((tool) => ({ tool })) });
  return rules.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function taintRules(tools: readonly ToolEffect[]): Rule[] {
  const has = (name: string, label?: string): boolean =>
    tools.some(({ classes, labels }) => classes.includes(name) && (label === undefined || labels?.includes(label)));
  const untrusted = has('source', 'untrusted');
  const secret = has('source', 'private');
  const forms = [
    ...(untrusted && has('privileged') ? (['privileged'] as const) : []),
    ...(secret && has('sink') ? (['private_to_sink'] as const) : []),
    ...(untrusted && secret && has('sink') ? (['trifecta'] as const) : []),
  ];
  return forms.map((form) => ({ id: `taint:${form}`, kind: 'taint', form }));
}
