import { type AgentGraph, classified, type Rule, type ToolEffects } from '../../model/index.js';
import type { Document } from './document.js';
import type { Found } from './found.js';

/** Tools that nobody classified (S15). `unstated`: the catalogue takes them for writes, and nobody says so. */
export function unclassified(document: Document, effects: ToolEffects, unstated: ReadonlySet<string>): Found[] {
  const used = new Map<string, Set<string>>();
  for (const each of [document.enabled, document.callable])
    for (const [tool, places] of each) used.set(tool, new Set([...(used.get(tool) ?? []), ...places]));
  return [...used].flatMap(([tool, places]): Found[] =>
    classified(effects, tool) === undefined || unstated.has(tool)
      ? [{ kind: 'unclassified_tool', target: tool, places: [...places], severity: 'low' }]
      : [],
  );
}

/** Names of what is not there (S15). */
export function dangling(graph: AgentGraph, document: Document, effects: ToolEffects, rules: readonly Rule[]): Found[] {
  const { listed, callable, confirmed, bodies, ids } = document;
  /** Where each name is, that stands for nothing: no place where no node has it. */
  const found = new Map<string, Set<string>>();
  const add = (name: string, places: readonly string[]): void =>
    void found.set(name, new Set([...(found.get(name) ?? []), ...places]));
  const own = new Set((graph.subgraphs ?? []).map(({ name }) => name));
  for (const [name, places] of bodies) if (!own.has(name)) add(name, places);
  for (const name of own) if (!bodies.has(name)) add(name, []);
  for (const each of [confirmed, callable])
    for (const [tool, places] of each) if (!listed.has(tool) && !effects.has(tool)) add(tool, places);
  for (const rule of rules)
    for (const tool of toolsIn(rule, ids))
      if (!listed.has(tool) && !callable.has(tool) && !effects.has(tool)) add(tool, []);
  return [...found].map(([target, places]) => ({
    kind: 'dangling_reference',
    target,
    places: [...places],
    severity: 'low',
  }));
}

/** The tools that a rule names. `ids`: what `by` names may be a node. */
function toolsIn(rule: Rule, ids: ReadonlySet<string>): readonly string[] {
  switch (rule.kind) {
    case 'check_before':
      return [rule.tool, rule.check];
    case 'confirm_before':
      return [rule.tool, ...(rule.by ?? []).filter((name) => !ids.has(name.slice(name.lastIndexOf('/') + 1)))];
    case 'order':
      return [rule.first, rule.second, rule.scope?.after, rule.scope?.until].filter((tool) => tool !== undefined);
    case 'taint':
      return rule.tool === undefined ? [] : [rule.tool];
    case 'saga':
      return [
        ...rule.steps.flatMap(({ tool, compensation }) => (compensation === undefined ? [tool] : [tool, compensation])),
        ...(rule.pivots ?? []),
      ];
  }
}
