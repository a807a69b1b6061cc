import { EVENT, nodeName, type Use } from '../../lower/index.js';
import { classified, isWrite } from '../../model/index.js';
import { mayBeSame, type Source, sourceOf } from '../arguments.js';
import type { FactDraft } from './draft.js';
import type { Meaning } from './states.js';

/** A call that establishes and fails ends what calls like it established. */
export function endFailed(draft: FactDraft): void {
  for (const { events, slots } of draft.failures) {
    if (events.length === 0) continue;
    const meaning = draft.bits('kills', slots());
    for (const event of events) draft.add(event, meaning);
  }
}

/** What one establisher established is gone when what it is about is written. */
export function endWritten(draft: FactDraft, about: ReadonlySet<string>, by: number): void {
  const { index, rule, slots } = draft;
  const kills = draft.slotsBy(by);
  const unpends = draft.pending.reduce((bits, each) => (each.by === by ? bits | each.bit : bits), 0);
  const people = rule.establishers[by]?.tool === null;
  slots.forEach((slot, bit) => {
    if (slot.by !== by) return;
    for (const variable of slot.about)
      for (const event of index.writersOf(variable))
        endAt(draft, event, { kills: 1 << bit, unpends: draft.waiting(bit) });
  });
  for (const key of about)
    for (const event of index.writersOf(key))
      endAt(draft, event, { kills, unpends, ...(people && { killsInner: true }) });
}

/** What nobody knows the doings of may have written, and alone breaks nothing (S9). */
function endAt(draft: FactDraft, event: number, ends: Meaning): void {
  const { graph, hopeful } = draft;
  if (graph.eventKind[event] !== EVENT.chaos) draft.add(event, ends);
  else {
    const doubt = { code: 'writes_unknown', at: nodeName(graph, graph.eventNode[event] as number), params: {} };
    draft.add(event, { doubt, ...(!hopeful && ends) });
  }
}

/** Attempts of writes on the resource of a slot end it, unless they are surely of another thing. */
export function endByWrites(draft: FactDraft): void {
  const { graph, index, effects, hopeful, slots } = draft;
  if (slots.every(({ resource }) => resource === null)) return;
  for (const name of index.tools) {
    const effect = classified(effects, name);
    slots.forEach(({ resource }, slot) => {
      if (resource === null) return;
      if (effect === undefined) {
        const doubt = { code: 'unclassified_tool', at: name, params: {} };
        for (const use of index.usesOf(name))
          draft.add(
            index.attemptOf[use] as number,
            hopeful ? { doubt } : { doubt, kills: 1 << slot, unpends: draft.waiting(slot) },
          );
        return;
      }
      if (!isWrite(effect) || effect.resource?.name !== resource.name) return;
      const { arg } = effect.resource;
      for (const use of index.usesOf(name)) {
        const key: Source = arg === undefined ? { value: null } : sourceOf(graph.uses[use] as Use, arg);
        const whole = arg === undefined || ('value' in resource.key && resource.key.value === null);
        if (whole || mayBeSame(key, resource.key))
          draft.add(index.attemptOf[use] as number, { kills: 1 << slot, unpends: draft.waiting(slot) });
      }
    });
  }
}
