import { askedOf, EVENT, nodeName } from '../../lower/index.js';
import type { FactDraft } from './draft.js';
import type { Establisher } from './rule.js';

/** What people establish, and refuse (S6); see docs/adr/0147. Gives the variables that it is about. `by`: the number of the establisher. */
export function addPeople(draft: FactDraft, { node: only }: Establisher, by: number): ReadonlySet<string> {
  const { graph, index, rule, target } = draft;
  const keys = new Set<string>();
  const slot = 1 << draft.slot({ resource: null, by, steps: null, about: [], call: null });
  const nodesOf = (uses: readonly number[]): ReadonlySet<unknown> => new Set(uses.map((use) => graph.uses[use]?.node));
  const [users, callers] = [nodesOf(target.uses), nodesOf(index.usesOf(rule.tool))];
  const asked = askedOf(graph.toolIds.get(rule.tool) ?? -1);
  for (const use of target.uses)
    for (const binding of graph.uses[use]?.call?.arguments ?? []) if ('variable' in binding) keys.add(binding.variable);
  for (const event of index.answers) {
    const kind = graph.eventKind[event];
    const node = graph.eventNode[event] as number;
    const of = graph.eventOf[event] as number;
    if (kind === EVENT.left) {
      draft.add(event, { dropsInner: true });
      continue;
    }
    const inner = of === -1 || of <= askedOf(0);
    const listed = graph.nodes[node]?.confirms?.includes(rule.tool);
    if (kind === EVENT.reject) {
      // Of the tool, whatever it is called with, and whoever the rule wants to hear.
      if (inner ? (of === -1 && callers.has(node)) || of === asked : listed !== false)
        draft.add(event, { kills: slot, killsInner: true });
      continue;
    }
    if (only !== undefined && only !== graph.nodes[node]?.id && only !== nodeName(graph, node)) continue;
    if (inner) {
      if (users.has(node) && (of === -1 || of === asked)) draft.add(event, { gainsInner: true });
    } else if (listed ?? of !== -2)
      // Behind a node an approval is for what it lists.
      draft.add(event, { gains: slot });
  }
  return keys;
}
