import type { CompareOp } from '../../syntax/ast.js';
import { type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Value } from '../../values/value.js';
import { or, type Truth } from '../kleene.js';
import type { HistoryEvent } from '../types.js';
import type { AmountSpec, Bucket } from './index-log.js';
import { compareCount, type Count, Sum } from './tally.js';

/** Consecutive events of a bucket that all match for certain: no need to look at them one by one. */
export interface Stretch {
  readonly bucket: Bucket;
  readonly from: number;
  readonly to: number;
}

/**
 * Gives the events that a condition means or may mean, until told that it is enough: one by one, and those of a kept history,
 * where they match for certain, whole runs at once.
 */
export type Look = (
  visit: (matches: Truth, event: HistoryEvent) => boolean,
  whole: (stretch: Stretch) => boolean,
) => void;

/** Whether some event matches: true as soon as one does for certain. */
export function formerly(look: Look): Truth {
  let result: Truth = false;
  const found = (matches: Truth): boolean => (result = or(result, matches)) === true;
  look(found, () => found(true));
  return result;
}

/** Whether the number of matching events compares so with the bound; undefined when it depends on events that may match. */
export function count(look: Look, cmp: CompareOp, bound: number): Truth {
  const found: Count = { certain: 0, possible: 0 };
  look(
    (matches) => {
      if (matches === true) found.certain++;
      else found.possible++;
      return false;
    },
    ({ from, to }) => {
      found.certain += to - from;
      return false;
    },
  );
  return compareCount(cmp, found, bound);
}

/**
 * Whether the amounts of the matching events, and the call's own, add up to what compares so with the bound.
 *
 * @param own the present call's amount; null: it is not included
 */
export function sum(look: Look, amount: AmountSpec, own: Outcome | null, cmp: CompareOp, bound: Value): Truth {
  const total = new Sum(bound);
  look(
    (matches, event) => {
      total.add(amount.amountOf(event), matches === true);
      return false;
    },
    ({ bucket, from, to }) => {
      const run = bucket.sumBetween(amount.id, from, to);
      if (run === null) total.spoil(RATE_UNKNOWN);
      else total.addUnits(run, true);
      return false;
    },
  );
  if (own !== null) total.add(own, true);
  return total.compare(cmp);
}
