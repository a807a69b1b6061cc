import type { HistoryEvent } from '../types.js';

/** What an event does to the derived state `open` of its call. */
export function openness({ state }: HistoryEvent): 'opens' | 'closes' | 'neither' {
  switch (state) {
    case 'allowed':
    case 'confirmed':
    case 'ok':
      return 'opens';
    case 'failed':
    case 'refused':
      return 'closes';
    case 'requested':
      return 'neither';
  }
}

/**
 * The derived state `open`: a call was allowed, confirmed or has succeeded, and has not failed or been refused since.
 * An open call is stood for by one event, the latest that opened it: what counts are the arguments that ran last. An
 * event without `call_id` is a call of its own. `ok` opens as well, for logs that keep results only.
 *
 * `supersededAt[i]` is the index of the event that ended event i's standing: infinite while it stands, -1 if it never did.
 */
export function openTable(events: readonly HistoryEvent[]): Float64Array {
  const supersededAt = new Float64Array(events.length).fill(-1);
  const standing = new Map<string, number>();
  events.forEach((event, index) => {
    const change = openness(event);
    if (change === 'neither') return;
    const { call_id: call } = event;
    const before = call === undefined ? undefined : standing.get(call);
    if (before !== undefined) supersededAt[before] = index;
    if (change === 'opens') supersededAt[index] = Number.POSITIVE_INFINITY;
    if (call === undefined) return;
    if (change === 'opens') standing.set(call, index);
    else standing.delete(call);
  });
  return supersededAt;
}
