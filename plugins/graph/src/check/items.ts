import type { ControlGraph, ItemsGroup } from '../lower/index.js';
import type { GraphBody } from '../model/index.js';
import type { Proof } from './certificate.js';
import { doItemsGuide } from './item-guides.js';
import type { Monitor } from './monitor.js';
import type { JudgedRule, Question } from './questions.js';
import type { Reading } from './reading.js';

/**
 * Whether a proof holds for any number of items that run at the same time, though two are followed (S8). A proof by facts does: it looks at each lane by itself,
 * whatever the others do. So does one by states, of a rule that two items are enough to break, where it looks at no values or no item changes them: items then know nothing of
 * each other, so that from a run that breaks the rule the others can be left out. Which two: those of the calls that break it, or one of these and the item whose failure ended
 * the node.
 */
export function isOfAnyNumber(
  reading: Reading,
  rule: JudgedRule,
  { harsh }: Pick<Question, 'harsh'>,
  proof: Proof,
): boolean {
  if (proof.kind === 'facts' || itemsIn(reading.graph).length === 0) return true;
  return (!proof.guarded || !doItemsGuide(reading)) && areTwoEnough(rule, harsh);
}

function areTwoEnough(rule: JudgedRule, monitor: Monitor | null): boolean {
  // The call and what ended its fact last; behind the node that, and the item that failed.
  if (rule.kind === 'check_before' || rule.kind === 'confirm_before') return monitor?.isOneFact === true;
  // The calls that open and close a scope may be of further items.
  if (rule.kind !== 'order' || rule.scope !== undefined) return false;
  const { count = 1 } = rule;
  switch (rule.pattern) {
    case 'at_most':
    case 'bounded_response':
      return count <= 1;
    default:
      return true;
  }
}

/** The maps whose items run at the same time and that edges lead to from the start, whatever their guards say: of another no run has items. */
export function itemsIn(graph: ControlGraph): readonly ItemsGroup[] {
  const known = new Map<GraphBody, ReadonlySet<string>>();
  const isLedTo = (node: number): boolean => {
    for (let at = node; at >= 0;) {
      const { body, around } = graph.instances[graph.nodeInstance[at] as number] as ControlGraph['instances'][number];
      const names = known.get(body) ?? namesFrom(body);
      known.set(body, names);
      if (!names.has(graph.nodes[at]?.id ?? '')) return false;
      at = around;
    }
    return true;
  };
  return graph.parallel.filter(({ node }) => isLedTo(node));
}

function namesFrom({ start, edges }: GraphBody): ReadonlySet<string> {
  const targets = Map.groupBy(edges, ({ source }) => source);
  const names = new Set([start]);
  for (const name of names) for (const { target } of targets.get(name) ?? []) names.add(target);
  return names;
}
