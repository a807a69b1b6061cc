import { nowField } from '../../evaluate/now.js';
import type { Work } from './work.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** After so long every time of the week has come round. */
const ROUND = 8 * DAY;
/** Any Monday: without a date all weeks are alike. */
const SOME_WEEK = Date.UTC(2026, 0, 5);

/** The constants that fields of the present time are compared with, by field. */
export type ClockConstants = ReadonlyMap<string, readonly number[]>;

/**
 * One instant for each way that the constants can be told apart by the time, in the order of time.
 *
 * INVARIANT: any two instants that no constant tells apart share a representative.
 */
export function instantsOf(constants: ClockConstants, work: Work): readonly number[] {
  const found = new Map<string, number>();
  const fields = [...constants];
  const step = constants.has('minute') ? MINUTE : 60 * MINUTE;
  const add = (now: number): void => {
    work.spend(1);
    const seen = fields.map(([field, values]) => {
      const at = nowField(now, field);
      return values.map((value) => (typeof at === 'number' ? Math.sign(at - value) : 0)).join('');
    });
    const key = seen.join();
    if (!found.has(key)) found.set(key, now);
  };
  const marks = marksOf(constants);
  for (const [at, from] of marks.entries()) {
    add(from);
    const until = Math.min(marks[at + 1] ?? Infinity, from + ROUND);
    for (let now = Math.ceil((from + 1) / step) * step; now < until; now += step) add(now);
    if (from + 1 < until) add(from + 1);
  }
  return [...found.values()];
}

/** Where the line of time is cut: at every constant and next to it, a week before the first of them, and at the ends of days. */
function marksOf(constants: ClockConstants): readonly number[] {
  const [times, dates] = [constants.get('time') ?? [], constants.get('date') ?? []];
  const midnights = dates.flatMap((date) => {
    const midnight = Math.floor(date / DAY) * DAY;
    return [midnight, midnight + DAY];
  });
  const cuts = [...times.flatMap((time) => [time, time + 1]), ...midnights];
  if (cuts.length === 0) return [SOME_WEEK];
  return [...new Set([Math.min(...cuts) - ROUND, ...cuts])].toSorted((a, b) => a - b);
}
