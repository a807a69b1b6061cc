import type { CompareOp } from '../../syntax/ast.js';
import type { Outcome } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import type { Frame } from '../compile/frame.js';
import { and, or, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { HistoryPoint } from './point.js';
import { eventMatches, type EventQuery, inWindow } from './query.js';
import { compareCount, type Count, Sum } from './tally.js';

/** Looks through all events of a point, newest first; stops when `visit` answers true. */
function scan(
  query: EventQuery,
  ours: readonly Outcome[],
  point: HistoryPoint,
  visit: (matches: Truth, event: HistoryEvent, index: number) => boolean,
): void {
  for (let i = point.length - 1; i >= 0; i--) {
    const event = point.events[i];
    if (event?.tool !== query.tool || !point.inState(i, query.state)) continue;
    const within = inWindow(query, event, point);
    const matches = within === false ? false : and(within, eventMatches(query, event, ours));
    if (matches !== false && visit(matches, event, i)) return;
  }
}

export function scanFormerly(query: EventQuery, ours: readonly Outcome[], point: HistoryPoint): Truth {
  let result: Truth = false;
  scan(query, ours, point, (matches) => (result = or(result, matches)) === true);
  return result;
}

/** Whether the very last event of the history is one the query means. */
export function scanPrevious(query: EventQuery, ours: readonly Outcome[], point: HistoryPoint): Truth {
  const last = point.length - 1;
  const event = point.events[last];
  if (event?.tool !== query.tool || !point.inState(last, query.state)) return false;
  return and(inWindow(query, event, point), eventMatches(query, event, ours));
}

export function scanCount(
  query: EventQuery,
  ours: readonly Outcome[],
  point: HistoryPoint,
  cmp: CompareOp,
  bound: number,
): Truth {
  const count: Count = { certain: 0, possible: 0 };
  scan(query, ours, point, (matches) => {
    if (matches === true) count.certain++;
    else count.possible++;
    return false;
  });
  return compareCount(cmp, count, bound);
}

export interface SumQuery {
  readonly events: EventQuery;
  readonly amountOf: (args: HistoryEvent['args']) => Outcome;
  readonly includingThis: boolean;
  readonly cmp: CompareOp;
  readonly bound: Value;
}

export function scanSum(query: SumQuery, ours: readonly Outcome[], frame: Frame, point: HistoryPoint): Truth {
  const sum = new Sum(query.bound);
  scan(query.events, ours, point, (matches, event) => {
    sum.add(query.amountOf(event.args), matches === true);
    return false;
  });
  if (query.includingThis) sum.add(query.amountOf(frame.call.args), true);
  return sum.compare(query.cmp);
}

/**
 * `holds since event`: for some event the query means, `holds` is true after each later event and now. Going back from
 * the present, `holds` is asked only as far as an event that can still matter.
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
    for (; from > index + 1 && after !== false; from--) {
      const event = point.events[from - 1] as HistoryEvent;
      after = and(after, holds(point.at(from, event.at)));
    }
    result = or(result, and(matches, after));
    return result === true || after === false;
  });
  return result;
}
