import type { Type } from '@ostiary/catalogue';
import { type Fraction, fractionOf, plus } from '../../values/numbers/num.js';
import type { Outcome } from '../../values/outcome.js';
import { showValue } from '../../values/show.js';
import type { Value } from '../../values/value.js';
import type { HistoryEvent } from '../types.js';
import { firstAfter } from './point.js';
import type { Correlation } from './query.js';
import { NOTHING, unitsOf } from './tally.js';
import { getOrMake } from '../../maps.js';
import { countBefore } from '../../search.js';

/** Index of the first of some events in time order with `at >= since`. */
export function firstSince(events: readonly HistoryEvent[], since: number): number {
  return countBefore(events.length, (index) => (events[index]?.at ?? 0) < since);
}

/** An amount summed over events: how to read it, and the currency (null for plain numbers) it is summed in. */
export interface AmountSpec {
  readonly id: string;
  readonly amountOf: (event: HistoryEvent) => Outcome;
  readonly currency: string | null;
}

/** Running sums of one amount: `sums[i]` is over the first i events, `spoilt[i]` counts those that cannot be added. */
interface RunningSum {
  readonly sums: Fraction[];
  readonly spoilt: number[];
}

/** Events in time order with running sums, so that a window is two look-ups however many events lie in it. */
export class Bucket {
  readonly events: HistoryEvent[] = [];
  private readonly running: ReadonlyMap<string, RunningSum>;

  constructor(
    private readonly amounts: readonly AmountSpec[],
    /** What a log files it by. */
    readonly key = '',
  ) {
    this.running = new Map(amounts.map(({ id }) => [id, { sums: [NOTHING], spoilt: [0] }]));
  }

  push(event: HistoryEvent): void {
    this.events.push(event);
    for (const { id, amountOf, currency } of this.amounts) {
      const { sums, spoilt } = this.running.get(id) as RunningSum;
      const units = unitsOf(amountOf(event), currency);
      const before = sums.at(-1) ?? NOTHING;
      sums.push(typeof units === 'symbol' ? before : plus(before, fractionOf(units)));
      spoilt.push((spoilt.at(-1) ?? 0) + (typeof units === 'symbol' ? 1 : 0));
    }
  }

  /** Takes an event out again: a call that failed, or a newer event that stands for the same call. */
  remove(event: HistoryEvent): void {
    const index = this.events.lastIndexOf(event);
    if (index < 0) return;
    for (const each of this.cut(index).slice(1)) this.push(each);
  }

  /** Drops the first `count` events. Sums are differences of running ones, so those that stay need no change. */
  dropFirst(count: number): void {
    this.events.splice(0, count);
    for (const { sums, spoilt } of this.running.values()) {
      sums.splice(0, count);
      spoilt.splice(0, count);
    }
  }

  /** Puts an event between those before and after it in time. */
  insert(event: HistoryEvent): void {
    const index = firstAfter(this.events, event.at);
    const later = this.cut(index);
    for (const each of [event, ...later]) this.push(each);
  }

  /** Index of the first event with `at >= since`. */
  firstSince(since: number): number {
    return firstSince(this.events, since);
  }

  /** How many events lie at or before a time. */
  until(time: number): number {
    return firstAfter(this.events, time);
  }

  /** Takes the events from `index` on out. */
  private cut(index: number): HistoryEvent[] {
    for (const { sums, spoilt } of this.running.values()) {
      sums.length = index + 1;
      spoilt.length = index + 1;
    }
    return this.events.splice(index);
  }

  /** The exact sum of an amount over events `from` to before `to`, or null when one of those amounts is unknown. */
  sumBetween(id: string, from: number, to: number): Fraction | null {
    const running = this.running.get(id);
    if (!running) throw new RangeError(`no running sum ${id}`);
    const { sums, spoilt } = running;
    if (spoilt[to] !== spoilt[from]) return null;
    const { units, scale } = sums[from] ?? NOTHING;
    return plus(sums[to] ?? NOTHING, { units: -units, scale });
  }
}

/**
 * Events of some tools in one state, in buckets by the values of exact correlations. Those of state `open` may come to stand for
 * an open call only perhaps, or until some time.
 *
 * INVARIANT: an event outside the bucket of the present's values and outside `vague` differs from them for certain.
 */
export class IndexedLog {
  readonly all: Bucket;
  /** Events that lack a value to be filed by, and doubtful ones. */
  readonly vague: Bucket;
  /** Events whose calls ended, in the order in which they did: asked for an earlier time, they may still have been open. */
  readonly ended: { readonly event: HistoryEvent; readonly at: number }[] = [];
  private readonly doubtful = new Set<HistoryEvent>();
  private readonly buckets = new Map<string, Bucket>();
  private readonly homes = new Map<HistoryEvent, Bucket>();
  private readonly empty: Bucket;

  constructor(
    private readonly filedBy: readonly Correlation[],
    private readonly amounts: readonly AmountSpec[],
  ) {
    this.all = new Bucket([]);
    this.vague = new Bucket([]);
    this.empty = new Bucket(amounts);
  }

  append(event: HistoryEvent): void {
    const home = this.home(event);
    this.homes.set(event, home);
    home.push(event);
    this.all.push(event);
  }

  /** Says that the call an event stands for is no longer open from a time on. */
  end(event: HistoryEvent, at: number): void {
    if (!this.homes.has(event)) return;
    this.homes.get(event)?.remove(event);
    this.homes.delete(event);
    this.doubtful.delete(event);
    this.all.remove(event);
    this.ended.push({ event, at });
  }

  /** Says that the call an event stands for may no longer be open. */
  doubt(event: HistoryEvent): void {
    const home = this.homes.get(event);
    if (!home) return;
    this.doubtful.add(event);
    if (home === this.vague) return;
    home.remove(event);
    this.vague.insert(event);
    this.homes.set(event, this.vague);
  }

  isDoubtful(event: HistoryEvent): boolean {
    return this.doubtful.has(event);
  }

  /** Forgets what ended by a time before which nothing will be asked. */
  forgetEnded(time: number): void {
    let count = 0;
    while ((this.ended[count]?.at ?? Infinity) <= time) count++;
    if (count > 0) this.ended.splice(0, count);
  }

  /**
   * Lets go of events before `time`, once they are half of all: so a log holds at most twice what is needed, and an event
   * costs a constant to drop. Buckets left empty go too.
   */
  dropBefore(time: number): void {
    const { events } = this.all;
    const old = this.all.firstSince(time);
    if (old === 0 || 2 * old < events.length) return;
    for (const event of events.slice(0, old)) {
      const home = this.homes.get(event);
      this.homes.delete(event);
      this.doubtful.delete(event);
      // The first event seen of a bucket drops all its old ones; for the others nothing is left to do.
      home?.dropFirst(home.firstSince(time));
      if (home && home !== this.vague && home.events.length === 0) this.buckets.delete(home.key);
    }
    this.all.dropFirst(old);
  }

  /** The events that share `values` with the present, one per correlation the log is filed by. */
  bucket(values: readonly Value[]): Bucket {
    return this.buckets.get(this.key(values)) ?? this.empty;
  }

  private home(event: HistoryEvent): Bucket {
    const values: Value[] = [];
    for (const { ofEvent } of this.filedBy) {
      const value = ofEvent(event);
      if (typeof value === 'symbol') return this.vague;
      values.push(value);
    }
    const key = this.key(values);
    return getOrMake(this.buckets, key, () => new Bucket(this.amounts, key));
  }

  private key(values: readonly Value[]): string {
    if (values.length === 1 && typeof values[0] === 'string') return values[0];
    return values.map((value, i) => showValue((this.filedBy[i] as { readonly type: Type }).type, value)).join('\n');
  }
}
