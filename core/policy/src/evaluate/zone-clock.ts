import { LAST_INSTANT_MS } from '../values/zones.js';
import { cached } from '../maps.js';

const HOUR_MS = 3_600_000;
/** `GMT`, `GMT+05:45`, `GMT-00:44:30`. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
/** Clocks that are kept: more than a few policies at work together ask for. */
const MAX_KEPT = 64;

const kept = new Map<string, ZoneClock>();

/** The clock of a zone the runtime knows; made once, since that takes longer than to read it a thousand times. */
export function clockOf(zone: string): ZoneClock {
  return cached(kept, MAX_KEPT, zone.toLowerCase(), () => new ZoneClock(zone));
}

/** How far the clock of a zone is ahead of UTC. */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  /** The hour since the epoch through which the offset is known to stay as it is, and the offset. */
  private hour = NaN;
  private offset = 0;

  constructor(zone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /**
   * Milliseconds to add to an instant for what the clock shows, in whole seconds. No clock has been changed twice within
   * one hour, so an hour that begins and ends with the same offset has it throughout.
   *
   * @param ms since the epoch, an instant that a date can show
   */
  offsetAt(ms: number): number {
    const hour = Math.floor(ms / HOUR_MS);
    if (hour === this.hour) return this.offset;
    const start = hour * HOUR_MS;
    const offset = this.read(start);
    if (this.read(Math.min(start + HOUR_MS - 1, LAST_INSTANT_MS)) !== offset) return this.read(ms);
    this.hour = hour;
    this.offset = offset;
    return offset;
  }

  /** The same, without looking at or keeping what is known of the hour. */
  read(ms: number): number {
    const text = this.format.format(ms);
    const match = OFFSET.exec(text);
    if (!match) throw new Error(`no offset in ${text}`);
    const [sign, hours, minutes, seconds] = [match[1], ...match.slice(2).map((digits) => Number(digits ?? 0))] as [
      string | undefined,
      number,
      number,
      number,
    ];
    const size = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
    return sign === '-' ? -size : size;
  }
}
