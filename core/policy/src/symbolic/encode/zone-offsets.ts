import { clockOf } from '../../evaluate/zone-clock.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { type Change, CYCLE_MS, LAST_RULE, tableOf } from './zone-table.js';
import { addTo } from '../../maps.js';

const SECOND_MS = 1_000;
const WEEK_MS = 604_800_000;
/** The Gregorian calendar comes again with its weekdays after 400 years. */
const CALENDAR_MS = 146_097 * 86_400_000;

/**
 * The stretches of 400 years, counted from March 2100, in which each fourth year is a leap year: they end where a leap
 * year is left out, in 2200, 2300 and 2500.
 */
const STRETCHES = [2100, 2200, 2300].map((year) => Date.UTC(year, 2, 1));

/**
 * How many seconds the clock of a zone is ahead of UTC in an unknown second since the epoch: exact, by the instants at which it is changed. After
 * the last of the tz data the changes follow a rule, and those of 28 years come again and again, but that now and then
 * a leap year is left out.
 */
export function zoneOffset(factory: TermFactory, zone: string, second: IntTerm): IntTerm {
  if (second.kind === 'const') return factory.int(clockOf(zone).offsetAt(Number(second.value) * SECOND_MS) / SECOND_MS);
  const { before, changes, rule } = tableOf(zone);
  const history = lookUp(factory, before, changes, second);
  if (!rule) return history;
  const phase = factory.mod(phaseOf(factory, second), inSeconds(CYCLE_MS));
  const later = lookUp(factory, rule.before, rule.cycle, phase);
  return factory.ite(factory.lt(second, seconds(factory, rule.since)), history, later);
}

const inSeconds = (ms: number): bigint => BigInt(ms / SECOND_MS);
const seconds = (factory: TermFactory, ms: number): IntTerm => factory.int(inSeconds(ms));

/** Around which second of the years from 2100 on the calendar is the same for many years, counted from March 2100. */
function phaseOf(factory: TermFactory, second: IntTerm): IntTerm {
  const inCalendar = factory.mod(factory.sub(second, seconds(factory, LAST_RULE)), inSeconds(CALENDAR_MS));
  return STRETCHES.slice(1).reduce((phase, start) => {
    const shift = alike(start) - start;
    return factory.ite(
      factory.lt(inCalendar, seconds(factory, start - LAST_RULE)),
      phase,
      factory.add(inCalendar, seconds(factory, shift)),
    );
  }, inCalendar);
}

/** The first of March of a leap year, or one left out, from 2100 on, on the same day of the week. */
function alike(march: number): number {
  const years = [0, 4, 8, 12, 16, 20, 24].map((after) => Date.UTC(2100 + after, 2, 1));
  const found = years.find((year) => (march - year) % WEEK_MS === 0);
  if (found === undefined) throw new Error('seven leap years begin on all days of the week');
  return found;
}

/** The offset after the last change that `at` has reached: one of a few values, by the stretches of time that have it. */
function lookUp(factory: TermFactory, before: number, changes: readonly Change[], at: IntTerm): IntTerm {
  const stretches = new Map<number, BoolTerm[]>();
  let [from, offset]: [BoolTerm, number] = [factory.true, before];
  for (const change of [...changes, null]) {
    const until = change ? factory.lt(at, seconds(factory, change.at)) : factory.true;
    addTo(stretches, offset, factory.and(from, until));
    if (change) [from, offset] = [factory.not(until), change.offset];
  }
  const [usual, ...others] = [...stretches].toSorted(([, a], [, b]) => b.length - a.length);
  return others.reduce(
    (otherwise, [value, times]) => factory.ite(factory.or(...times), seconds(factory, value), otherwise),
    seconds(factory, usual?.[0] ?? before),
  );
}
