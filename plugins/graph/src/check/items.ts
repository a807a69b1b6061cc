import { EVENT } from '../lower/index.js';
import type { Proof } from './certificate.js';
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
  if (reading.graph.parallel.length === 0 || proof.kind === 'facts') return true;
  return (!proof.guarded || !doItemsGuide(reading)) && areTwoEnough(rule, harsh);
}

/** Whether items that run at the same time change by which edges a run goes: they write what a guard reads, or count an edge. */
export function doItemsGuide({ graph, cells }: Reading): boolean {
  const items = new Set(graph.parallel.map(({ node }) => node));
  const inItem: boolean[] = [];
  for (const { items: map, parent } of graph.instances) inItem.push(map !== undefined || inItem[parent] === true);
  const isCounted = graph.bound.some((bound, move) => bound !== -1 && inItem[scopeOf(graph, move)] === true);
  if (isCounted) return true;
  return graph.eventNode.some((node, event) => {
    const ofItem = inItem[graph.nodeInstance[node] as number] === true;
    const begins = graph.eventKind[event] === EVENT.item && items.has(node);
    return (ofItem || begins) && cells.writes(event).length > 0;
  });
}

const scopeOf = ({ scope, from }: Reading['graph'], move: number): number => scope[from[move] as number] as number;

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
