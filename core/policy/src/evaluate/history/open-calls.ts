import type { HistoryEvent } from '../types.js';
import { CALL_PARTS, callOf, openness, patternsOf, possiblePatterns } from './open.js';
import { getOrMake } from '../../maps.js';

/** What an event does to those that stood for open calls; see `openTable` for what that means. */
export interface OpenChange {
  /** Ended for certain: of the same call. */
  readonly ended: readonly HistoryEvent[];
  /** Ended perhaps: it may be of the same call. */
  readonly doubted: readonly HistoryEvent[];
  /** Whether the event itself stands for an open call now. */
  readonly opens: boolean;
}

const NOTHING: OpenChange = { ended: [], doubted: [], opens: false };

/** Follows which events stand for open calls while a history grows. An event is doubted at most once, and ended at most once. */
export class OpenCalls {
  /** The event that stands for each call known in full. */
  private readonly byCall = new Map<string, HistoryEvent>();
  /** Events that stand for certain, by all that is asked of them. */
  private readonly byPattern = new Map<string, Set<HistoryEvent>>();
  /** All events that may still change, in the order they came. */
  private readonly live = new Set<HistoryEvent>();

  append(event: HistoryEvent): OpenChange {
    const change = openness(event);
    if (change === 'neither') return NOTHING;
    const call = callOf(event);
    const before = call === null ? undefined : this.byCall.get(call);
    if (before) this.forget(before);
    const doubted = possiblePatterns(event, CALL_PARTS).flatMap((pattern) => [...(this.byPattern.get(pattern) ?? [])]);
    for (const each of doubted) {
      this.settle(each);
      // A call known in full can still be ended for certain; nothing more can happen to another.
      if (callOf(each) === null) this.live.delete(each);
    }
    const opens = change === 'opens';
    if (opens) this.stand(event, call);
    return { ended: before ? [before] : [], doubted, opens };
  }

  /** Lets go of events before a time. */
  dropBefore(time: number): void {
    for (const event of this.live) {
      if (event.at >= time) break;
      this.forget(event);
    }
  }

  private stand(event: HistoryEvent, call: string | null): void {
    this.live.add(event);
    if (call !== null) this.byCall.set(call, event);
    for (const pattern of patternsOf(event, CALL_PARTS)) getOrMake(this.byPattern, pattern, () => new Set()).add(event);
  }

  private forget(event: HistoryEvent): void {
    this.settle(event);
    this.live.delete(event);
    const call = callOf(event);
    if (call !== null) this.byCall.delete(call);
  }

  /** Takes an event out of those that stand for certain. */
  private settle(event: HistoryEvent): void {
    for (const pattern of patternsOf(event, CALL_PARTS)) {
      const events = this.byPattern.get(pattern);
      events?.delete(event);
      if (events?.size === 0) this.byPattern.delete(pattern);
    }
  }
}
