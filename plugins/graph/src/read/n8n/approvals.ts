import { itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { comparisonsOf, fieldOf } from './conditions.js';
import type { Connection, Item } from './workflow.js';

/**
 * The IF behind a node that asks a person (`sendAndWait`) and looks at nothing but what was answered (`data.approved`): its outputs are the approval and the
 * refusal. By the name of the node that asks.
 */
export function approvalsOf(flow: readonly Item[], connections: readonly Connection[]): ReadonlyMap<string, Item> {
  const items = new Map(flow.map((item) => [item.name, item]));
  const main = connections.filter(({ kind }) => kind === 'main');
  const out = Map.groupBy(main, ({ source }) => source);
  const into = Map.groupBy(main, ({ target }) => target);
  const found = new Map<string, Item>();
  for (const { name, parameters } of flow) {
    const [only, ...others] = out.get(name) ?? [];
    const judge = only && others.length === 0 ? items.get(only.target) : undefined;
    if (textMember(parameters, 'operation') !== 'sendAndWait' || !judge) continue;
    if (judgesApproval(judge) && into.get(judge.name)?.length === 1) found.set(name, judge);
  }
  return found;
}

function judgesApproval(item: Item): boolean {
  if (item.type !== 'if' || member(item.source, 'disabled') === true) return false;
  const [comparison, ...others] = comparisonsOf(item).flat();
  if (!comparison || others.length > 0 || fieldOf(comparison.of) !== 'approved') return false;
  const [condition] = itemsOf(memberAt(item.parameters, 'conditions', 'conditions'));
  const operation = textMember(member(condition, 'operator'), 'operation');
  return operation === 'true' || (operation === 'equals' && member(condition, 'rightValue') === true);
}
