import type { Type } from '@ostiary/catalogue';
import { type Dynamic, fromValue, missing } from './dynamic.js';
import { cached } from '../../maps.js';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Calendars and clocks that are kept. */
const MAX_KEPT = 64;

/** What a calendar and a clock on the wall show. */
type Shown = Readonly<Record<'hour' | 'minute' | 'weekday' | 'date', number>>;

const kept = new Map<string, { readonly format: Intl.DateTimeFormat; last: { now: number; shown: Shown } | null }>();

/** A field of `now` where the clock shows another zone's time, as the runtime writes it out. */
export function readClock(now: number | undefined, zone: string, name: string, type: Type): Dynamic {
  if (now === undefined) return missing('absent');
  if (!Number.isInteger(now) || Number.isNaN(new Date(now).getTime())) return missing('ill_typed');
  if (name === 'time') return fromValue(type, now);
  const value = shownAt(now, zone)[name as keyof Shown];
  return Number.isNaN(value) ? missing('ill_typed') : fromValue(type, value);
}

/** The clock of each zone remembers the moment it was read last: one decision asks for many fields of it. */
function shownAt(now: number, zone: string): Shown {
  const clock = cached(kept, MAX_KEPT, zone.toLowerCase(), () => ({ format: wall(zone), last: null }));
  if (clock.last?.now !== now) clock.last = { now, shown: read(clock.format, now) };
  return clock.last.shown;
}

const wall = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    // Midnight is 0, not 24.
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  });

function read(format: Intl.DateTimeFormat, now: number): Shown {
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  // There is no year 0 in an era; and a Date takes years below 100 for those of the last century.
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year');
  const date = new Date(0).setUTCFullYear(year, number('month') - 1, number('day'));
  return {
    hour: number('hour'),
    minute: number('minute'),
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1,
    date,
  };
}
