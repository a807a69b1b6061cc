import { ABSENT, type Outcome } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import { and, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { Stretch } from './conditions.js';
import type { Bucket } from './index-log.js';
import { eventMatches, type EventQuery, inWindow } from './query.js';
import { filedBy, type MonitorStore } from './store.js';

/**
 * Gives the events of the monitors that match or may: a stretch of certain ones, and the others one by one until `visit`
 * answers true. Those of every other bucket are known not to match, and so are those before the window.
 */
export function watch(
  query: EventQuery,
  store: MonitorStore,
  ours: readonly Outcome[],
  now: number | undefined,
  visit: (matches: Truth, event: HistoryEvent) => boolean,
  whole: (stretch: Stretch) => boolean,
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
