import type { CheckBefore, ConfirmBefore, Rule, ToolEffects } from '../model/index.js';
import type { FactRule } from './facts/index.js';

/** The facts that a rule P1 or P2 asks for: each of them for every call of its tool. */
export function factRules(rule: Rule & (CheckBefore | ConfirmBefore), effects: ToolEffects): FactRule[] {
  if (rule.kind === 'check_before') {
    const roles = effects.get(rule.check)?.checks?.filter(({ tools }) => tools.includes(rule.tool)) ?? [];
    return [
      {
        tool: rule.tool,
        establishers:
          roles.length === 0 ? [{ tool: rule.check }] : roles.map((role) => ({ ...role, tool: rule.check })),
        consumed: roles.length > 0 && roles.every(({ consumed }) => consumed === true),
        name: `check:${rule.check}`,
      },
    ];
  }
  const { tool, by, any_of: anyOf } = rule;
  const known = new Map(
    [...effects.values()].flatMap(({ name, confirms = [] }) =>
      confirms.filter(({ tools }) => tools.includes(tool)).map((role) => [name, { ...role, tool: name }] as const),
    ),
  );
  const fact = (establishers: FactRule['establishers'], name: string): FactRule => ({
    tool,
    establishers,
    consumed: true,
    name,
  });
  if (by === undefined) {
    const all = ![...known.values()].every((role) => role.anyOf === true);
    return [{ ...fact([{ tool: null }, ...known.values()], `confirmation:${tool}`), all }];
  }
  // A name that is no tool of the catalogue is a node where a person answers.
  const one = (name: string): FactRule['establishers'][number] =>
    known.get(name) ?? (effects.has(name) ? { tool: name } : { tool: null, node: name });
  return anyOf === true
    ? [fact(by.map(one), `confirmation:${tool}`)]
    : by.map((name) => fact([one(name)], `confirmation:${name}`));
}
