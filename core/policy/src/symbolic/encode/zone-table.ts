import { clockOf, type ZoneClock } from '../../evaluate/zone-clock.js';
import { cached } from '../../maps.js';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** No zone changed its clock before: what it showed then is the mean time of its place. */
const FIRST_CHANGE = Date.UTC(1800, 0, 1);
/** By then the tz data have come to their last rule, if they have one: the same changes each year. */
export const LAST_RULE = Date.UTC(2100, 2, 1);
/** Within the years from 1900 to 2100, or any in which each fourth is a leap year, days and their names come again. */
export const CYCLE_MS = 28 * 365.25 * DAY_MS;
/** How far the clock is read apart. The change that was taken back soonest stood for four days: Freetown in 1939. */
const STRIDE_MS = 3 * DAY_MS;
/** The same where changes follow a rule: none of them is for less than three months. */
const RULE_STRIDE_MS = 28 * DAY_MS;
/** Tables that are kept. */
const MAX_KEPT = 64;

/** From `at` on, in ms, the clock is `offset` ms ahead of UTC. */
export interface Change {
  readonly at: number;
  readonly offset: number;
}

/** When the clock of a zone is changed, in order of time. */
export interface ZoneTable {
  /** Ahead of UTC before all changes. */
  readonly before: number;
  /** Up to the first change by the rule; all of them where there is no rule. */
  readonly changes: readonly Change[];
  readonly rule: {
    /** From here on. */
    readonly since: number;
    readonly before: number;
    /** Those of 28 years, counted from `LAST_RULE`. */
    readonly cycle: readonly Change[];
  } | null;
}

const kept = new Map<string, ZoneTable>();

/** The changes of a zone the runtime knows: found once, by some 40,000 readings of its clock. */
export function tableOf(zone: string): ZoneTable {
  return cached(kept, MAX_KEPT, zone.toLowerCase(), () => makeTable(clockOf(zone)));
}

function makeTable(clock: ZoneClock): ZoneTable {
  const changes = changesBetween(clock, FIRST_CHANGE, LAST_RULE, STRIDE_MS);
  const before = clock.read(FIRST_CHANGE);
  const cycle = changesBetween(clock, LAST_RULE, LAST_RULE + CYCLE_MS, RULE_STRIDE_MS).map(({ at, offset }) => ({
    at: at - LAST_RULE,
    offset,
  }));
  const [first] = cycle;
  if (!first) return { before, changes, rule: null };
  const byRule = changes.length - countByRule(changes, cycle);
  return {
    before,
    changes: changes.slice(0, byRule),
    rule: { since: changes[byRule]?.at ?? LAST_RULE, before: clock.read(LAST_RULE), cycle },
  };
}

/** How many of the changes, from the last one back, are those of the rule. */
function countByRule(changes: readonly Change[], cycle: readonly Change[]): number {
  for (let count = 0; count < changes.length; count++) {
    const { at, offset } = changes[changes.length - 1 - count] as Change;
    const rule = cycle[cycle.length - 1 - (count % cycle.length)] as Change;
    const cycles = 1 + Math.floor(count / cycle.length);
    // The years before 1900 do not come again by this rule.
    if (at !== LAST_RULE + rule.at - cycles * CYCLE_MS || offset !== rule.offset) return count;
  }
  return changes.length;
}

function changesBetween(clock: ZoneClock, from: number, to: number, stride: number): Change[] {
  const changes: Change[] = [];
  let [at, offset] = [from, clock.read(from)];
  while (at < to) {
    const next = Math.min(at + stride, to);
    if (clock.read(next) === offset) {
      at = next;
      continue;
    }
    // Clocks are changed at whole seconds.
    let [same, other] = [at / SECOND_MS, next / SECOND_MS];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (clock.read(middle * SECOND_MS) === offset) same = middle;
      else other = middle;
    }
    at = other * SECOND_MS;
    offset = clock.read(at);
    changes.push({ at, offset });
  }
  return changes;
}
