import type { CompareOp } from '../../syntax/ast.js';
import { ABSENT, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import type { Frame } from '../compile/frame.js';
import { and, or, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { AmountSpec, Bucket } from './index-log.js';
import { eventMatches, type EventQuery } from './query.js';
import type { SumQuery } from './scan.js';
import { filedBy, type MonitorStore } from './store.js';
import { compareCount, type Count, Sum } from './tally.js';

/** A stretch of indexed events to look at. */
interface Stretch {
  readonly bucket: Bucket;
  readonly from: number;
  /** Every event in it matches for certain: no need to look at them one by one. */
  readonly whole: boolean;
}

/** The events of the monitors that may match, with those of every other bucket known not to. */
function stretches(
  query: EventQuery,
  store: MonitorStore,
  ours: readonly Outcome[],
  now: number | undefined,
): readonly Stretch[] {
  const log = store.log(query);
  const timed = query.windowMs === null || now !== undefined;
  const from = (bucket: Bucket): number =>
    query.windowMs === null || now === undefined ? 0 : bucket.firstSince(now - query.windowMs);
  const values: Value[] = [];
  let known = true;
  query.correlations.forEach(({ exact }, i) => {
    const value = ours[i] ?? ABSENT;
    if (!exact) return;
    if (typeof value === 'symbol') known = false;
    else values.push(value);
  });
  if (!known) return [{ bucket: log.all, from: from(log.all), whole: false }];
  const bucket = log.bucket(values);
  const whole = timed && query.present.length === 0 && filedBy(query).length === query.correlations.length;
  return [
    { bucket, from: from(bucket), whole },
    { bucket: log.vague, from: from(log.vague), whole: false },
  ];
}

/** Looks at the events of a stretch one by one, newest first. */
function look(
  query: EventQuery,
  { bucket, from }: Stretch,
  ours: readonly Outcome[],
  now: number | undefined,
  visit: (matches: Truth, event: HistoryEvent) => boolean,
): void {
  const within: Truth = query.windowMs === null || now !== undefined ? true : ABSENT;
  for (let i = bucket.events.length - 1; i >= from; i--) {
    const event = bucket.events[i] as HistoryEvent;
    const matches = and(within, eventMatches(query, event, ours));
    if (matches !== false && visit(matches, event)) return;
  }
}

export function watchFormerly(
  query: EventQuery,
  ours: readonly Outcome[],
  store: MonitorStore,
  now: number | undefined,
): Truth {
  let result: Truth = false;
  for (const stretch of stretches(query, store, ours, now)) {
    if (stretch.whole && stretch.bucket.events.length > stretch.from) return true;
    if (stretch.whole) continue;
    look(query, stretch, ours, now, (matches) => (result = or(result, matches)) === true);
  }
  return result;
}

export function watchCount(
  query: EventQuery,
  ours: readonly Outcome[],
  store: MonitorStore,
  now: number | undefined,
  cmp: CompareOp,
  bound: number,
): Truth {
  const count: Count = { certain: 0, possible: 0 };
  for (const stretch of stretches(query, store, ours, now)) {
    if (stretch.whole) {
      count.certain += stretch.bucket.events.length - stretch.from;
    } else {
      look(query, stretch, ours, now, (matches) => {
        if (matches === true) count.certain++;
        else count.possible++;
        return false;
      });
    }
  }
  return compareCount(cmp, count, bound);
}

export function watchSum(
  query: SumQuery,
  amount: AmountSpec,
  ours: readonly Outcome[],
  frame: Frame,
  store: MonitorStore,
  now: number | undefined,
): Truth {
  const sum = new Sum(query.bound);
  for (const stretch of stretches(query.events, store, ours, now)) {
    if (stretch.whole) {
      const total = stretch.bucket.sumFrom(amount.id, stretch.from);
      if (total === null) sum.spoil(RATE_UNKNOWN);
      else sum.addUnits(total, true);
    } else {
      look(query.events, stretch, ours, now, (matches, event) => {
        sum.add(query.amountOf(event.args), matches === true);
        return false;
      });
    }
  }
  if (query.includingThis) sum.add(query.amountOf(frame.call.args), true);
  return sum.compare(query.cmp);
}
