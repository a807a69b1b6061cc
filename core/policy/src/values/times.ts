import type { DurationType } from '@ostiary/catalogue';
import { parseDuration } from '../text/duration.js';
import { ILL_TYPED, type Miss } from './outcome.js';
import { scaleDecimal } from './numbers/decimal.js';
import { productOf, readNumber } from './numbers/num.js';

/** Milliseconds of each unit a bare duration may be counted in. */
export const UNIT_MS = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const ISO_DURATION = /^P(?=.)(?:(\d+)W|(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,9})?)S)?)?)$/;
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})0*)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Milliseconds of a duration on the wire: `"15m"`, ISO 8601 `"PT15M"` (no years or months: their length varies), or a
 * number of the type's units. Never negative; what is not a whole number of milliseconds is ill typed.
 */
export function readDuration(type: DurationType, raw: unknown): number | Miss {
  const ms = typeof raw === 'string' ? durationText(raw) : numberOfUnits(type, raw);
  return ms !== null && Number.isSafeInteger(ms) && ms >= 0 ? ms : ILL_TYPED;
}

/** `1.5` hours are exact: the number is taken by its digits. */
function numberOfUnits(type: DurationType, raw: unknown): number | null {
  const count = type.unit === undefined ? null : readNumber(raw);
  const ms = count === null || type.unit === undefined ? null : productOf(count, UNIT_MS[type.unit]);
  return typeof ms === 'number' ? ms : null;
}

function durationText(text: string): number | null {
  const match = ISO_DURATION.exec(text);
  if (!match) return parseDuration(text);
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = match.slice(1, 5).map((digits) => Number(digits ?? 0));
  const seconds = scaleDecimal(match[5] ?? '0', 3);
  return seconds === null ? null : (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds;
}

/**
 * Milliseconds since the epoch of an RFC 3339 date-time, which always names its offset. Null for what is none, for a date
 * that does not exist, and for what has no place on a scale of milliseconds: a finer fraction, a leap second.
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const midnight = utcMidnight(year, month, day);
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (midnight === null || offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === '-' ? -60_000 : 60_000);
  const fraction = Number((match[7] ?? '').padEnd(3, '0'));
  return midnight + ((hour * 60 + minute) * 60 + second) * 1_000 + fraction - offset;
}

/** The UTC midnight that begins an ISO date (`2026-03-01`), or null when there is no such day. */
export function parseDate(text: string): number | null {
  const match = DATE.exec(text);
  return match ? utcMidnight(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

function utcMidnight(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** RFC 3339 in UTC. Times no date can show are given in milliseconds. */
export function instantText(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms}ms`;
}

/** `1h30m`: the text that `readDuration` reads back. */
export function durationAsText(ms: number): string {
  if (ms === 0) return '0s';
  let rest = Math.abs(ms);
  let text = ms < 0 ? '-' : '';
  for (const [unit, size] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ] as const) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest %= size;
  }
  return text;
}
