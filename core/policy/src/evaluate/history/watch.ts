import type { CompareOp } from '../../syntax/ast.js';
import { ABSENT, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import type { Frame } from '../frame.js';
import { and, or, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { AmountSpec, Bucket } from './index-log.js';
import { eventMatches, type EventQuery, inWindow } from './query.js';
import type { SumQuery } from './scan.js';
import { filedBy, type MonitorStore } from './store.js';
import { compareCount, type Count, Sum } from './tally.js';

/** Consecutive events of a bucket that all match for certain: no need to look at them one by one. */
interface Stretch {
  readonly bucket: Bucket;
  readonly from: number;
  readonly to: number;
}

/**
 * Gives the events of the monitors that match or may: a stretch of certain ones, and the others one by one until `visit`
 * answers true. Those of every other bucket are known not to match, and so are those before the window.
 */
function watch(
  query: EventQuery,
  store: MonitorStore,
  ours: readonly Outcome[],
  now: number | undefined,
  whole: (stretch: Stretch) => boolean,
  visit: (matches: Truth, event: HistoryEvent) => boolean,
): void {
  const log = store.log(query);
  const values: Value[] = [];
  let known = true;
  query.correlations.forEach(({ exact }, i) => {
    const value = ours[i] ?? ABSENT;
    if (!exact) return;
    if (typeof value === 'symbol') known = false;
    else values.push(value);
  });
  const look = (event: HistoryEvent, standing: Truth): boolean => {
    const within = inWindow(query, event, now);
    const matches = within === false ? false : and(and(standing, within), eventMatches(query, event, ours));
    return matches !== false && visit(matches, event);
  };
  /** One by one, newest first. */
  const lookAll = ({ events }: Bucket, from: number): boolean => {
    for (let i = events.length - 1; i >= from; i--) {
      const event = events[i] as HistoryEvent;
      if (look(event, log.isDoubtful(event) ? ABSENT : true)) return true;
    }
    return false;
  };
  const start = (bucket: Bucket): number =>
    query.windowMs === null || now === undefined ? 0 : bucket.firstSince(now - query.windowMs);

  // A call that ended later than now may have been open.
  for (let i = log.ended.length - 1; i >= 0; i--) {
    const { event, at } = log.ended[i] as (typeof log.ended)[number];
    if (now !== undefined && at <= now) break;
    if (look(event, ABSENT)) return;
  }
  if (!known) {
    lookAll(log.all, start(log.all));
    return;
  }
  const bucket = log.bucket(values);
  const certain = query.present.length === 0 && filedBy(query).length === query.correlations.length;
  const from = start(bucket);
  const to = certain && now !== undefined ? bucket.until(now) : from;
  if (to > from && whole({ bucket, from, to })) return;
  if (lookAll(bucket, Math.max(from, to))) return;
  lookAll(log.vague, start(log.vague));
}

/** As `scanFormerly`, at the present of a kept history. `now` in milliseconds; undefined: not known. */
export function watchFormerly(
  query: EventQuery,
  ours: readonly Outcome[],
  store: MonitorStore,
  now: number | undefined,
): Truth {
  let result: Truth = false;
  const found = (matches: Truth): boolean => (result = or(result, matches)) === true;
  watch(query, store, ours, now, () => found(true), found);
  return result;
}

/** As `scanCount`, at the present of a kept history: whole runs of certain events are counted at once. */
export function watchCount(
  query: EventQuery,
  ours: readonly Outcome[],
  store: MonitorStore,
  now: number | undefined,
  cmp: CompareOp,
  bound: number,
): Truth {
  const count: Count = { certain: 0, possible: 0 };
  watch(
    query,
    store,
    ours,
    now,
    ({ from, to }) => {
      count.certain += to - from;
      return false;
    },
    (matches) => {
      if (matches === true) count.certain++;
      else count.possible++;
      return false;
    },
  );
  return compareCount(cmp, count, bound);
}

/** As `scanSum`, at the present of a kept history: whole runs of certain events are taken from sums that are kept. */
export function watchSum(
  query: SumQuery,
  amount: AmountSpec,
  ours: readonly Outcome[],
  frame: Frame,
  store: MonitorStore,
  now: number | undefined,
): Truth {
  const sum = new Sum(query.bound);
  watch(
    query.events,
    store,
    ours,
    now,
    ({ bucket, from, to }) => {
      const total = bucket.sumBetween(amount.id, from, to);
      if (total === null) sum.spoil(RATE_UNKNOWN);
      else sum.addUnits(total, true);
      return false;
    },
    (matches, event) => {
      sum.add(query.amountOf(event), matches === true);
      return false;
    },
  );
  if (query.own) sum.add(query.own(frame), true);
  return sum.compare(query.cmp);
}
