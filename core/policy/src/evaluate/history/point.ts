import type { HistoryEvent } from '../types.js';
import { openTable } from './open.js';

/** A moment in a history: the present, or, within `since`, the moment after an earlier event. */
export class HistoryPoint {
  constructor(
    readonly events: readonly HistoryEvent[],
    /** How many of the events have happened. */
    readonly length: number,
    /** Undefined: the time is not known. */
    readonly now: number | undefined,
    private readonly shared: { table?: Float64Array } = {},
  ) {}

  /** Another moment of the same history. */
  at(length: number, now: number): HistoryPoint {
    return new HistoryPoint(this.events, length, now, this.shared);
  }

  /** Whether event `index` is in a state; for `open`, whether it stands for a call that is open at this moment. */
  inState(index: number, state: HistoryEvent['state'] | 'open'): boolean {
    if (state !== 'open') return this.events[index]?.state === state;
    this.shared.table ??= openTable(this.events);
    return (this.shared.table[index] ?? -1) >= this.length;
  }
}
