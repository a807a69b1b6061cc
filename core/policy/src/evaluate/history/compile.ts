import type { CoreExpr } from '../../core/ir.js';
import { ABSENT } from '../../values/outcome.js';
import type { Eval, Frame } from '../compile/frame.js';
import { toTruth, type Truth } from '../kleene.js';
import { amountSpec } from './amount.js';
import type { HistoryPoint } from './point.js';
import { presentReader } from './present.js';
import { eventQuery } from './query.js';
import { scanCount, scanFormerly, scanPrevious, scanSince, scanSum, type SumQuery } from './scan.js';
import { sharings } from './sharing.js';
import { watchCount, watchFormerly, watchSum } from './watch.js';

type HistoryCondition = Extract<CoreExpr, { op: 'formerly' | 'previous' | 'since' | 'count' | 'sum' }>;

/**
 * Compiles a condition on the history. At the present of a monitored history the indexes answer; otherwise, and for
 * `previous` (one event) and `since` (which looks at earlier moments), the events are looked through. No history at
 * all leaves every condition undefined.
 */
export function compileHistory(expr: HistoryCondition, compile: (expr: CoreExpr) => Eval): Eval {
  const key = expr.op === 'count' || expr.op === 'sum' ? expr.key : null;
  const query = eventQuery(expr.event, expr.windowMs, key);
  const present = presentReader(sharings(expr.event, expr.windowMs, key), compile);
  switch (expr.op) {
    case 'formerly':
      return atPoint((frame, point) =>
        frame.store
          ? watchFormerly(query, present(frame), frame.store, point.now)
          : scanFormerly(query, present(frame), point),
      );
    case 'previous':
      return atPoint((frame, point) => scanPrevious(query, present(frame), point));
    case 'since': {
      const holds = compile(expr.holds);
      return atPoint((frame, point) =>
        scanSince(query, present(frame), (moment) => judge(holds, frame, moment), point),
      );
    }
    case 'count': {
      const { cmp, bound } = expr;
      return atPoint((frame, point) =>
        frame.store
          ? watchCount(query, present(frame), frame.store, point.now, cmp, bound)
          : scanCount(query, present(frame), point, cmp, bound),
      );
    }
    case 'sum': {
      const amount = amountSpec(expr);
      const sum: SumQuery = {
        events: query,
        amountOf: amount.amountOf,
        includingThis: expr.includingThis,
        cmp: expr.cmp,
        bound: expr.bound,
      };
      return atPoint((frame, point) =>
        frame.store
          ? watchSum(sum, amount, present(frame), frame, frame.store, point.now)
          : scanSum(sum, present(frame), frame, point),
      );
    }
  }
}

function atPoint(evaluate: (frame: Frame, point: HistoryPoint) => Truth): Eval {
  return (frame) => (frame.point === null ? ABSENT : evaluate(frame, frame.point));
}

/** Judges a condition at another moment; the indexes know only the present. */
function judge(condition: Eval, frame: Frame, moment: HistoryPoint): Truth {
  const { point, store } = frame;
  if (moment !== point) frame.store = null;
  frame.point = moment;
  const truth = toTruth(condition(frame));
  frame.point = point;
  frame.store = store;
  return truth;
}
