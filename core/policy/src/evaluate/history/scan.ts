import { ABSENT, type Outcome } from '../../values/outcome.js';
import { and, or, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { HistoryPoint } from './point.js';
import { agrees, type Correlation, type EventQuery, hasHappened, matchesAt } from './query.js';

/** Looks through all events of a point, newest first; stops when `visit` answers true. */
export function scan(
  query: EventQuery,
  ours: readonly Outcome[],
  point: HistoryPoint,
  visit: (matches: Truth, event: HistoryEvent, index: number) => boolean,
): void {
  for (let i = point.length - 1; i >= 0; i--) {
    const matches = matchesAt(query, i, ours, point);
    if (matches !== false && visit(matches, point.events[i] as HistoryEvent, i)) return;
  }
}

/** The events that `previous` looks for the latest of. */
export interface KeyQuery {
  readonly correlations: readonly Correlation[];
  /** A key by argument is an argument of these tools alone; null: any tool. */
  readonly tools: ReadonlySet<string> | null;
}

/**
 * Whether the latest event of the key is one the query means. Every event that may be the latest is asked, down to the first that
 * is of the key for certain; they must agree, and when there may be none, with none.
 */
export function scanPrevious(
  query: EventQuery,
  ours: readonly Outcome[],
  key: KeyQuery,
  oursOfKey: readonly Outcome[],
  point: HistoryPoint,
): Truth {
  let agreed: boolean | null = null;
  for (let i = point.length - 1; i >= 0; i--) {
    const event = point.events[i] as HistoryEvent;
    if (key.tools?.has(event.tool) === false) continue;
    const ofKey = agrees(key.correlations, event, oursOfKey);
    if (ofKey === false) continue;
    const matches = matchesAt(query, i, ours, point);
    if (typeof matches === 'symbol' || (agreed ?? matches) !== matches) return ABSENT;
    agreed = matches;
    if (and(ofKey, hasHappened(event, point.now)) === true) return agreed;
  }
  return agreed === true ? ABSENT : false;
}

/**
 * `holds since event`: for some event the query means, `holds` is true after each later event and now. Going back from
 * the present in one pass, `holds` is asked only as far as an event that can still matter.
 */
export function scanSince(
  query: EventQuery,
  ours: readonly Outcome[],
  holds: (point: HistoryPoint) => Truth,
  point: HistoryPoint,
): Truth {
  let result: Truth = false;
  let after: Truth | null = null;
  let from = point.length;
  scan(query, ours, point, (matches, _event, index) => {
    after ??= holds(point);
    for (; from > index + 1 && after !== false; from--)
      after = and(after, from <= point.happened ? holds(point.after(from)) : ABSENT);
    result = or(result, and(matches, after));
    return result === true || after === false;
  });
  return result;
}
