import { ABSENT, ILL_TYPED, type Outcome } from '../values/outcome.js';

const DAY_MS = 86_400_000;
/** The last millisecond a date can show, either way from the epoch. */
const LAST_DATE_MS = 8.64e15;

/**
 * A field of `now`, in UTC: hour, minute, weekday (1 is Monday, 7 Sunday), date (the midnight that began the day) and
 * time (the instant), the last two in ms since the epoch.
 */
export function nowField(now: number | undefined, field: string): Outcome {
  if (now === undefined) return ABSENT;
  if (!Number.isInteger(now) || Math.abs(now) > LAST_DATE_MS) return ILL_TYPED;
  const day = Math.floor(now / DAY_MS);
  const minutes = Math.floor((now - day * DAY_MS) / 60_000);
  switch (field) {
    case 'hour':
      return Math.floor(minutes / 60);
    case 'minute':
      return minutes % 60;
    case 'weekday':
      // The epoch was a Thursday.
      return ((((day + 3) % 7) + 7) % 7) + 1;
    case 'date':
      return day * DAY_MS;
    case 'time':
      return now;
    default:
      return ABSENT;
  }
}
