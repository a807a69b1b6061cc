import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW_FIELDS } from '../check/environment.js';
import { loadPolicy } from '../check/load.js';
import { LAST_INSTANT_MS, zoneNames } from '../values/zones.js';
import { readClock } from './interpret/clock.js';
import { nowField } from './now.js';
import { placesRead, valuesRead } from './places-read.js';
import { clockOf } from './zone-clock.js';

const FIELDS = Object.entries(NOW_FIELDS.fields);

/** What the compiled policy sees, by the offset of the zone. */
const byOffset = (now: number, zone: string): Record<string, unknown> =>
  Object.fromEntries(FIELDS.map(([name]) => [name, nowField(now, name, clockOf(zone))]));

/** What the interpreter sees, as the runtime writes the time out; symbols where there is nothing to see. */
const asWritten = (now: number, zone: string): Record<string, unknown> =>
  Object.fromEntries(
    FIELDS.map(([name, { type }]) => {
      const read = readClock(now, zone, name, type);
      if (read.kind === 'missing') return [name, nowField(NaN, name)];
      return [name, Number(read.kind === 'time' ? read.ms : read.kind === 'number' ? read.units : NaN)];
    }),
  );

const date = (text: string): number => Date.parse(`${text}T00:00:00Z`);

describe('the clock of a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-01-01T22:59:59.999Z', '23:59', 4, '2026-01-01'],
    // Midnight is hour 0 of the next day.
    ['Europe/Berlin', '2026-01-01T23:00:00Z', '0:00', 5, '2026-01-02'],
    // Clocks go from 2 to 3, and in autumn from 3 back to 2.
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '1:59', 7, '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '3:00', 7, '2026-03-29'],
    ['Europe/Berlin', '2026-10-25T00:59:59.999Z', '2:59', 7, '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', '2:00', 7, '2026-10-25'],
    ['Asia/Kolkata', '2026-06-01T00:00:00Z', '5:30', 1, '2026-06-01'],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', '5:45', 1, '2026-06-01'],
    ['America/St_Johns', '2026-01-01T03:00:00Z', '23:30', 3, '2025-12-31'],
    // Half an hour ahead in summer.
    ['Australia/Lord_Howe', '2026-04-04T14:59:00Z', '1:59', 7, '2026-04-05'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '1:30', 7, '2026-04-05'],
    // The 30th of December was left out.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '23:59', 4, '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '0:00', 6, '2011-12-31'],
    // The mean time of Berlin was 53 minutes and 28 seconds ahead, that of Monrovia 44 minutes and 30 seconds behind.
    ['Europe/Berlin', '1880-01-01T00:06:31Z', '0:59', 4, '1880-01-01'],
    ['Europe/Berlin', '1880-01-01T00:06:32Z', '1:00', 4, '1880-01-01'],
    ['Africa/Monrovia', '1970-01-01T00:44:29Z', '23:59', 3, '1969-12-31'],
    ['Africa/Monrovia', '1970-01-01T00:44:30Z', '0:00', 4, '1970-01-01'],
    // Years of less than four digits, and before the first.
    ['Asia/Tokyo', '0099-12-31T14:00:00Z', '23:18', 4, '0099-12-31'],
    ['America/New_York', '0001-01-01T00:00:00Z', '19:03', 7, '0000-12-31'],
    ['America/New_York', '0000-01-01T00:00:00Z', '19:03', 5, '-000001-12-31'],
    ['Asia/Tokyo', '9999-12-31T23:00:00Z', '8:00', 6, '+010000-01-01'],
  ])('%s at %s shows %s on day %i of the week, %s', (zone, at, clock, weekday, day) => {
    const [hour, minute] = clock.split(':').map(Number);
    const shown = { hour, minute, weekday, date: date(day), time: Date.parse(at) };
    expect(byOffset(Date.parse(at), zone)).toEqual(shown);
    expect(asWritten(Date.parse(at), zone)).toEqual(shown);
  });

  it('is read alike by its offset and as it is written, in every zone, at any time', () => {
    const zone = fc.constantFrom(...zoneNames());
    const quarter = fc.integer({ min: Date.UTC(1840, 0) / 900_000, max: Date.UTC(2120, 0) / 900_000 });
    const now = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(quarter, fc.constantFrom(-1, 0, 1)).map(([at, by]) => at * 900_000 + by) },
      { weight: 1, arbitrary: fc.integer({ min: -LAST_INSTANT_MS, max: LAST_INSTANT_MS }) },
    );
    fc.assert(
      fc.property(zone, now, (where, at) => {
        expect(byOffset(at, where)).toEqual(asWritten(at, where));
      }),
      {
        numRuns: 1_500,
        examples: [
          ['Asia/Tokyo', LAST_INSTANT_MS],
          ['America/New_York', -LAST_INSTANT_MS],
        ],
      },
    );
  });

  it.each([
    ['Australia/Lord_Howe', '2026-04-01'],
    ['Africa/Casablanca', '2026-02-12'],
    ['America/St_Johns', '2026-03-05'],
    ['Pacific/Apia', '2011-12-26'],
    ['Europe/Amsterdam', '1937-06-28'],
  ])('%s is read alike on every quarter of an hour from %s on, and just before it', (zone, day) => {
    for (let at = date(day); at < date(day) + 7 * 86_400_000; at += 900_000) {
      expect(byOffset(at, zone)).toEqual(asWritten(at, zone));
      expect(byOffset(at - 1, zone)).toEqual(asWritten(at - 1, zone));
    }
  });

  it.each([undefined, NaN, 0.5, LAST_INSTANT_MS + 1])('shows nothing at %s', (now) => {
    for (const [name, { type }] of FIELDS) {
      expect(typeof nowField(now, name, clockOf('Europe/Berlin'))).toBe('symbol');
      expect(readClock(now, 'Europe/Berlin', name, type).kind).toBe('missing');
    }
  });

  it('takes old names and any case of letters', () => {
    const now = Date.UTC(2026, 6, 1, 12);
    expect(byOffset(now, 'asia/calcutta')).toEqual(byOffset(now, 'Asia/Kolkata'));
    expect(asWritten(now, 'US/Eastern')).toEqual(asWritten(now, 'America/New_York'));
  });

  it('is named among the values read with its zone, and a date of it as a day', () => {
    const text =
      'dialect 2; refuse (tool) when { now("Asia/Tokyo").date == "2026-03-03" && now("Asia/Tokyo").hour < 9 };';
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(text);
    const { core } = loaded;
    const guards = core.rules.flatMap(({ variants }) => variants.map(({ guard }) => guard));
    const read = valuesRead(core, placesRead(core, guards), { tool: 't', args: {} }, { now: Date.UTC(2026, 2, 2, 16) });
    expect(read.map(({ path, value }) => [path, value])).toEqual([
      ['now("Asia/Tokyo").date', '2026-03-03'],
      ['now("Asia/Tokyo").hour', '1'],
    ]);
  });
});
