import { ABSENT, ILL_TYPED, type Outcome } from '../values/outcome.js';
import { LAST_INSTANT_MS } from '../values/zones.js';
import type { ZoneClock } from './zone-clock.js';

const DAY_MS = 86_400_000;

/**
 * A field of `now`, by the clock of a zone or else in UTC: hour, minute, weekday (1 is Monday, 7 Sunday), date (what day it
 * is, as the midnight in UTC that begins a day of that name) and time (the instant, the same everywhere), the last two in
 * ms since the epoch.
 */
export function nowField(now: number | undefined, field: string, clock: ZoneClock | null = null): Outcome {
  if (now === undefined) return ABSENT;
  if (!Number.isInteger(now) || Math.abs(now) > LAST_INSTANT_MS) return ILL_TYPED;
  if (field === 'time') return now;
  const shown = clock ? now + clock.offsetAt(now) : now;
  const day = Math.floor(shown / DAY_MS);
  const minutes = Math.floor((shown - day * DAY_MS) / 60_000);
  switch (field) {
    case 'hour':
      return Math.floor(minutes / 60);
    case 'minute':
      return minutes % 60;
    case 'weekday':
      // The epoch was a Thursday.
      return ((((day + 3) % 7) + 7) % 7) + 1;
    case 'date':
      return Math.abs(day * DAY_MS) > LAST_INSTANT_MS ? ILL_TYPED : day * DAY_MS;
    default:
      return ABSENT;
  }
}
