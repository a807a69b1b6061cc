import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../diagnostics/render.js';
import { printPolicy } from '../syntax/print/printer.js';
import { loadPolicy } from './load.js';

const about = (test: string, before = ''): string => `dialect 2; ${before} allow (tool == "t") when { ${test} };`;

const found = (text: string): string[] => loadPolicy(text).diagnostics.map(({ code }) => code);

const DATES = 'list days = ["2026-12-25", "2027-01-01"]; list moments = ["2026-12-25", "2027-01-01T00:00:00Z"];';

describe('the clock of a time zone', () => {
  it.each([
    'now("Europe/Berlin").hour < 17',
    'now("europe/berlin").minute == 30',
    'now("US/Eastern").weekday in [6, 7]',
    'now("UTC").hour == now.hour',
    'now("Asia/Kolkata").time - now.time == 0s',
    'now("Etc/UTC").hour or else 12 == 12',
    'now("Asia/Tokyo").date == "2026-03-01"',
    '"2026-03-01" <= now("Asia/Tokyo").date',
    'now("Asia/Tokyo").date != now.date',
    'now("Asia/Tokyo").date in ["2026-03-01", now("Europe/Berlin").date]',
    'now("Asia/Tokyo").date not in days',
  ])('is read: %s', (test) => {
    const loaded = loadPolicy(about(test, 'list days = ["2026-12-25"];'));
    expect(loaded.diagnostics.filter(({ code }) => code !== 'define_unused')).toEqual([]);
    const printed = printPolicy(loaded.tree as NonNullable<typeof loaded.tree>);
    expect(printed).toContain(test);
    expect(loadPolicy(printed).ok).toBe(true);
  });

  it.each([
    ['now("Europe/Berln").hour < 17', 'zone_unknown'],
    ['now("Mars/Olympus_Mons").hour < 17', 'zone_unknown'],
    ['now("Europe/Berlin ").hour < 17', 'zone_unknown'],
    ['now("").hour < 17', 'zone_without_place'],
    ['now("CET").hour < 17', 'zone_without_place'],
    ['now("EST").hour < 17', 'zone_without_place'],
    ['now("Japan").hour < 17', 'zone_without_place'],
    ['now("+02:00").hour < 17', 'zone_without_place'],
    ['now("Etc/GMT-2").hour < 17', 'zone_without_place'],
    ['now("SystemV/EST5").hour < 17', 'zone_without_place'],
    ['now(args.zone).hour < 17', 'zone_not_constant'],
    ['now(UTC).hour < 17', 'zone_not_constant'],
    ['now().hour < 17', 'zone_not_constant'],
    ['now("Europe/Berlin") < 17', 'path_incomplete'],
    ['now("Europe/Berlin").our < 17', 'attribute_unknown'],
    ['now("Europe/Berlin").hour == "9"', 'literal_type'],
    ['now("Europe/Berlin").date >= now.time', 'zone_date'],
    ['now("Europe/Berlin").date == "2026-03-01T00:00:00Z"', 'zone_date'],
    ['args.at >= now("Europe/Berlin").date', 'zone_date'],
    ['now.time - now("Europe/Berlin").date > 12h', 'zone_date'],
    ['(now("Europe/Berlin").date or else "2026-03-01") == "2026-03-01"', 'zone_date'],
    ['now("Europe/Berlin").date in ["2026-03-01", "2026-03-01T09:00:00Z"]', 'zone_date'],
    ['now("Europe/Berlin").date in moments', 'zone_date'],
    ['args.days.contains(now("Europe/Berlin").date)', 'zone_date'],
    ['now("Europe/Berlin").date in args.days', 'zone_date'],
    ['args.days.any(days, now("Europe/Berlin").date in days)', 'zone_date'],
    ['has now("Europe/Berlin").hour', 'has_on_value'],
  ])('is refused: %s', (test, code) => {
    const errors = loadPolicy(about(test, DATES)).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((error) => error.code)).toContain(code);
  });

  it('is no part of dialect 1', () => {
    expect(found('dialect 1; allow t when now("Europe/Berlin").hour < 17;')).toEqual(['not_in_dialect']);
  });

  it('is refused in the value of an event and in a definition alike', () => {
    expect(found(about('today == "2026-03-01"', 'define today = now("Europe/Berlin").date;'))).toEqual(['zone_date']);
    expect(
      found(
        'dialect 2; allow (tool == "t") when history { formerly within 1h t.ok{ day: now("Europe/Berlin").date } };',
      ),
    ).toEqual(['zone_date']);
  });

  it('is named by the nearest zones, in two languages, with the edit that mends it', () => {
    const text = about('now("Europe/Berln").hour < 17');
    const [fault] = loadPolicy(text).diagnostics;
    if (!fault) throw new Error(text);
    expect(fault.fix?.text).toBe('"Europe/Berlin"');
    expect(renderDiagnostic(fault, text, 'en').hint).toContain('`Europe/Berlin`');
    expect(renderDiagnostic(fault, text, 'pt').message).toContain('fuso horário');
  });

  it('alone is no value, and a field of it is named', () => {
    const text = about('now("Europe/Berlin") < 17');
    const [fault] = loadPolicy(text).diagnostics;
    if (!fault) throw new Error(text);
    expect(renderDiagnostic(fault, text, 'en').hint).toContain('`now("Europe/Berlin").hour`');
  });

  it.each([
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['America/New York', 'America/New_York'],
    ['buenos_aires', 'America/Buenos_Aires'],
  ])('is found by its place: %s', (name, zone) => {
    const [fault] = loadPolicy(about(`now("${name}").hour < 17`)).diagnostics;
    expect([fault?.code, fault?.fix?.text]).toEqual(['zone_unknown', `"${zone}"`]);
  });

  it('is of one of sixteen zones at most, in whatever case their names are written', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('Europe/'));
    const asking = (names: readonly string[]): string =>
      about(names.map((zone) => `now("${zone}").hour < 17`).join(' && '));
    const few = zones.slice(0, 16);
    expect(found(asking([...few, ...few.map((zone) => zone.toLowerCase())]))).toEqual([]);
    expect(found(asking(zones.slice(0, 18)))).toEqual(['zones_too_many', 'zones_too_many']);
  });
});
