import { nodeName } from '../../lower/index.js';
import { sameSource, sourceOf } from '../arguments.js';
import type { FactDraft } from './draft.js';
import type { Meaning } from './states.js';

/** The calls that need the fact, and those that use it up. */
export function addNeeds(draft: FactDraft): void {
  const { graph, index, rule, target, hopeful, slots } = draft;
  const needs: Meaning = { needs: true, ...(rule.consumed && { uses: true }) };
  for (const use of target.uses) {
    const attempt = index.attemptOf[use] as number;
    const exempt = rule.consumed && graph.uses[use]?.repeated === true;
    if (exempt) continue;
    draft.add(attempt, needs);
  }
  if (!rule.consumed) return;
  const mine = new Set(target.uses);
  const isAsked = rule.establishers.some(({ tool }) => tool === null);
  for (const use of index.usesOf(rule.tool)) {
    if (mine.has(use) || graph.uses[use]?.repeated === true) continue;
    // Another call of the tool uses up what is for it too.
    const shared = slots.map(({ by }) => isFor(draft, use, by));
    const spends = shared.reduce(
      (bits, is, slot) => (is === 'yes' || (is === 'maybe' && !hopeful) ? bits | (1 << slot) : bits),
      0,
    );
    const serves = shared.reduce((bits, is, slot) => (is === 'yes' ? bits | (1 << slot) : bits), 0);
    const event = index.attemptOf[use] as number;
    if (spends !== 0) draft.add(event, { spends, serves });
    if (isAsked) draft.add(event, { dropsInner: true });
    if (shared.includes('maybe')) {
      const at = nodeName(graph, graph.uses[use]?.node ?? 0);
      draft.add(event, { doubt: { code: 'argument_unknown', at, params: { tool: rule.tool } } });
    }
  }
}

/** Whether what is established for the target is for another call of the tool as well. */
function isFor({ graph, guarded, rule }: FactDraft, use: number, by: number): 'yes' | 'no' | 'maybe' {
  const other = graph.uses[use];
  if (!other || !guarded) return 'no';
  const same = Object.keys(rule.establishers[by]?.args ?? {}).map((argument) =>
    sameSource(sourceOf(guarded, argument), sourceOf(other, argument)),
  );
  return same.includes('no') ? 'no' : same.includes('maybe') ? 'maybe' : 'yes';
}
