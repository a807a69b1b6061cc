import type { FactDraft } from './draft.js';
import { isJudgedAtOnce, saysOfField, saysOfPass } from '../pass-edges.js';

/** Edges that tell how a result that waits has passed, and what else is the end of its waiting. */
export function addPasses(draft: FactDraft): void {
  const { graph, index, pending, failing } = draft;
  for (const { bit, node, passes } of pending)
    for (const event of index.writersOfResult(node, passes)) draft.add(event, { unpends: bit });
  for (const event of index.continued)
    for (const { bit, node, passes } of pending)
      if (graph.eventNode[event] === node && isJudgedAtOnce(passes)) draft.add(event, { leaves: bit });
  for (const event of index.taken) {
    const edge = graph.eventOf[event] as number;
    for (const { node, slots } of failing)
      if (graph.edges[edge]?.outcome === 'fail' && index.sourceOf(edge) === node) draft.add(event, { kills: slots() });
    for (const { bit, node, by, passes } of pending) {
      // Where edges of the node judge it as well they do so for themselves: what guards say later still counts.
      const isApart =
        !isJudgedAtOnce(passes) &&
        pending.some((other) => other.node === node && other.by === by && isJudgedAtOnce(other.passes));
      const says = (isApart ? saysOfField : saysOfPass)(graph, index, event, node, passes);
      if (says === true) draft.add(event, { passed: bit });
      else if (says === false) draft.add(event, { failed: bit });
      // What is judged by the edges of its node alone is over with it.
      else if (index.sourceOf(edge) === node && isJudgedAtOnce(passes)) draft.add(event, { leaves: bit });
    }
  }
}
