import { type CoreExpr, type CorePolicy, within } from '@ostiary/policy';
import { slotsOf } from './tests.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Any Monday: without a date all weeks are alike. */
const SOME_WEEK = Date.UTC(2026, 0, 5);

/** What a test is made of that depends on nothing but the time. */
const TIMELY: ReadonlySet<CoreExpr['op']> = new Set([
  'const',
  'undefined',
  'read',
  'has',
  'or_else',
  'compare',
  'member',
  'add',
  'sub',
  'mul',
  'neg',
  'decimal',
]);

/** Whether the time alone says what a test comes to. */
export const hangsOnTimeAlone = (core: CorePolicy, test: CoreExpr): boolean =>
  within(test).every(({ op }) => TIMELY.has(op)) && slotsOf(core, test).every(({ root }) => root === 'now');

/**
 * What some tests come to together, once for each way in which the time tells them apart: the truths in the order of the tests. Times of
 * a week are looked at, hour by hour or as finely as the tests look, and those around each instant that they name.
 *
 * @param tests those that depend on the time alone
 * @param says the truth of a test at an instant; null where it has none
 */
export function truthsByTime(
  core: CorePolicy,
  tests: readonly CoreExpr[],
  says: (test: CoreExpr, now: number) => boolean | null,
): readonly (readonly boolean[])[] {
  const found = new Map<string, readonly boolean[]>();
  for (const now of instantsFor(core, tests)) {
    const truths = tests.flatMap((test) => says(test, now) ?? []);
    if (truths.length === tests.length) found.set(truths.join(), truths);
  }
  return [...found.values()];
}

function* instantsFor(core: CorePolicy, tests: readonly CoreExpr[]): Generator<number> {
  const slots = tests.flatMap((test) => slotsOf(core, test));
  const step = slots.some(({ path }) => path[0] === 'minute')
    ? MINUTE
    : // Clocks of some zones are three quarters of an hour apart.
      slots.some(({ zone }) => zone !== undefined)
      ? HOUR / 4
      : HOUR;
  const named = tests.flatMap((test) => within(test)).flatMap((each) => instantsIn(each));
  for (let now = SOME_WEEK; now < SOME_WEEK + WEEK; now += step) yield now;
  for (const mark of new Set(named)) {
    for (let now = mark - WEEK; now < mark + WEEK; now += step) yield now;
    yield mark - 1;
    yield mark + 1;
  }
}

function instantsIn(expr: CoreExpr): readonly number[] {
  const values =
    expr.op === 'const' && expr.type.kind === 'time'
      ? [expr.value]
      : expr.op === 'member' && expr.type.kind === 'time'
        ? expr.values
        : [];
  return values.filter((value) => typeof value === 'number');
}
