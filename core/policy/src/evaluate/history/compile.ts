import type { CoreExpr, CoreOf, HistoryCondition } from '../../core/ir.js';
import { ABSENT } from '../../values/outcome.js';
import type { Eval, Frame } from '../frame.js';
import { toTruth, type Truth } from '../kleene.js';
import { amountSpec } from './amount.js';
import { count, formerly, type Look, sum } from './conditions.js';
import type { HistoryPoint } from './point.js';
import { presentReader } from './present.js';
import { correlationsOf, eventQuery } from './query.js';
import { type KeyQuery, scan, scanPrevious, scanSince } from './scan.js';
import { eventSharings, keySharings, sharings } from './sharing.js';
import { watch } from './watch.js';

/**
 * Compiles a condition on the history. At the present of a monitored history the indexes answer; otherwise, and for
 * `previous` and `since` (which look at more than the events that are meant), the events are looked through. No history at
 * all leaves every condition undefined.
 */
export function compileHistory(expr: HistoryCondition, compile: (expr: CoreExpr) => Eval): Eval {
  if (expr.op === 'previous') return compilePrevious(expr, compile);
  const shared = sharings(expr.event, expr.windowMs, expr.key);
  const query = eventQuery(expr.event, expr.windowMs, shared);
  const present = presentReader(shared, compile);
  const lookAt =
    (frame: Frame, point: HistoryPoint): Look =>
    (visit, whole) =>
      frame.store
        ? watch(query, frame.store, present(frame), point.now, visit, whole)
        : scan(query, present(frame), point, visit);
  switch (expr.op) {
    case 'formerly':
      return atPoint((frame, point) => formerly(lookAt(frame, point)));
    case 'since': {
      const holds = compile(expr.holds);
      return atPoint((frame, point) =>
        scanSince(query, present(frame), (moment) => judge(expr, holds, frame, moment), point),
      );
    }
    case 'count':
      return atPoint((frame, point) => count(lookAt(frame, point), expr.cmp, expr.bound));
    case 'sum': {
      const [amount, own] = [amountSpec(expr), expr.own && compile(expr.own)];
      return atPoint((frame, point) => sum(lookAt(frame, point), amount, own && own(frame), expr.cmp, expr.bound));
    }
  }
}

function compilePrevious(expr: CoreOf<'formerly' | 'previous'>, compile: (expr: CoreExpr) => Eval): Eval {
  const [shared, ofKey] = [eventSharings(expr.event, expr.windowMs), keySharings(expr.key)];
  const query = eventQuery(expr.event, expr.windowMs, shared);
  const key: KeyQuery = {
    correlations: correlationsOf(expr.event, ofKey),
    tools: expr.key.by === 'args' ? query.tools : null,
  };
  const [present, presentKey] = [presentReader(shared, compile), presentReader(ofKey, compile)];
  return atPoint((frame, point) => scanPrevious(query, present(frame), key, presentKey(frame), point));
}

function atPoint(evaluate: (frame: Frame, point: HistoryPoint) => Truth): Eval {
  return (frame) => (frame.point === null ? ABSENT : evaluate(frame, frame.point));
}

/**
 * Judges what a `since` holds, at the present or after an earlier event. The indexes know only the present. What is found at
 * another moment is kept for the decision: each `since` around asks for it again, and without that the work would
 * be multiplied with each of them.
 */
function judge(since: CoreExpr, holds: Eval, frame: Frame, moment: HistoryPoint): Truth {
  const { point, store } = frame;
  if (moment.present === null) return toTruth(holds(frame));
  const truths = frame.momentsOf(since);
  const known = truths[moment.length];
  if (known !== undefined) return known;
  frame.store = null;
  frame.point = moment;
  const truth = toTruth(holds(frame));
  frame.point = point;
  frame.store = store;
  truths[moment.length] = truth;
  return truth;
}
