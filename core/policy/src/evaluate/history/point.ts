import { countBefore } from '../../search.js';
import { ABSENT } from '../../values/outcome.js';
import type { Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import { type OpenTable, openTable } from './open.js';

/** Index of the first of some events in time order that is later than `time`. */
export function firstAfter(events: readonly HistoryEvent[], time: number, length = events.length): number {
  return countBefore(length, (index) => (events[index]?.at ?? 0) <= time);
}

/** A moment in a history: the present, or, within `since`, the moment after an earlier event. */
export class HistoryPoint {
  private firstDoubtful = -1;

  constructor(
    readonly events: readonly HistoryEvent[],
    /** How many of the events are given. */
    readonly length: number,
    /** Undefined: the time is not known. */
    readonly now: number | undefined,
    /** The point that moments are of; null for the present. */
    readonly present: HistoryPoint | null = null,
    private readonly shared: { table?: OpenTable } = {},
  ) {}

  /** The moment after the first `length` events. */
  after(length: number): HistoryPoint {
    const now = this.events[length - 1]?.at;
    return new HistoryPoint(this.events, length, now, this.present ?? this, this.shared);
  }

  /** How many events have happened for certain: those after them are later than now. */
  get happened(): number {
    if (this.firstDoubtful < 0)
      this.firstDoubtful = this.now === undefined ? 0 : firstAfter(this.events, this.now, this.length);
    return this.firstDoubtful;
  }

  /** Whether event `index` is in a state; for `open`, whether it stands for a call that is open at this moment. */
  inState(index: number, state: HistoryEvent['state'] | 'open'): Truth {
    if (state !== 'open') return this.events[index]?.state === state;
    const table = (this.shared.table ??= openTable(this.events));
    const ended = table.certain[index] ?? -1;
    if (ended < this.happened) return false;
    return (table.possible[index] ?? -1) < this.length ? ABSENT : true;
  }
}
