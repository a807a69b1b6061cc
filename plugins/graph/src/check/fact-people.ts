import { EVENT, nodeName } from '../lower/index.js';
import type { FactDraft } from './fact-draft.js';
import type { Establisher } from './fact-rule.js';

/** What people establish, and refuse (S6). Gives the variables that it is about. `by`: the number of the establisher. */
export function addPeople(draft: FactDraft, { node: only }: Establisher, by: number): ReadonlySet<string> {
  const { graph, index, rule, target } = draft;
  const keys = new Set<string>();
  const slot = 1 << draft.slot({ resource: null, by, steps: null, about: [], call: null });
  const users = new Set(target.uses.map((use) => graph.uses[use]?.node));
  for (const use of target.uses)
    for (const binding of graph.uses[use]?.call?.arguments ?? []) if ('variable' in binding) keys.add(binding.variable);
  for (const event of index.answers) {
    const kind = graph.eventKind[event];
    const node = graph.eventNode[event] as number;
    const inner = graph.eventOf[event] === -1;
    if (kind === EVENT.left) {
      draft.add(event, { leavesInner: true });
      continue;
    }
    if (only !== undefined && only !== graph.nodes[node]?.id && only !== nodeName(graph, node)) continue;
    const confirms = graph.nodes[node]?.confirms;
    const listed = confirms === undefined ? null : confirms.includes(rule.tool);
    // Behind a node an approval is for what it lists; a refusal may be of anything.
    const behind = graph.eventOf[event] === -2 && kind !== EVENT.reject;
    if (inner ? !users.has(node) : listed === false || (behind && listed === null)) continue;
    if (kind === EVENT.reject) draft.add(event, { kills: slot, killsInner: true });
    else draft.add(event, inner ? { gainsInner: true } : { gains: slot });
  }
  return keys;
}
