import { type CoreExpr, type CoreRule, within } from '@ostiary/policy';
import type { BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import { NOWHERE } from '../calls/attribute-terms.js';
import type { Hunt } from '../hunt/hunt.js';
import { hangsOnTimeAlone, truthsByTime } from '../guards/other-times.js';
import { joins, leavesOf, meaningOf, replaced } from '../guards/tests.js';

/** What speaks for a call or against it, beside what is asked for: a label, the time, a flag. */
export type Ground = 'label' | 'clock' | 'flag';

/** What a test looks at that may say something against a call; null: none of these. */
export function groundOf(hunt: Hunt, expr: CoreExpr): Ground | null {
  if (expr.op === 'label') return 'label';
  const slots = within(expr).flatMap((each) => (each.op === 'read' ? (hunt.policy.core.slots[each.slot] ?? []) : []));
  if (slots.some(({ root }) => root === 'now')) return 'clock';
  return slots.length > 0 && slots.every(({ type }) => type.kind === 'bool') ? 'flag' : null;
}

/**
 * Where a guard would not be true if what it looks at there were otherwise, and none of some others would be: a rule that is the other
 * half of an allowance makes nothing milder.
 */
export function turnedAway(
  hunt: Hunt,
  questions: CallQuestions,
  guard: CoreExpr,
  ground: Ground,
  others: readonly CoreRule[],
): BoolTerm {
  const { factory } = questions;
  const guards = [guard, ...others.map((each) => hunt.guardOf(each, questions.tool) ?? truth(false))];
  const otherwise = turnsOf(hunt, questions.tool, guards, ground).map((turn) => {
    const truths = guards.map((each) =>
      questions.truth(
        hunt.policy.core,
        replaced(each, (part) => (joins(part) || groundOf(hunt, part) !== ground ? null : turn(part))),
      ),
    );
    // A confirmation or a refusal applies where it cannot be read, too.
    return factory.and(
      ...truths.flatMap((its, at) => [
        factory.not(its.holds),
        ...(others[at - 1]?.effect === 'allow' ? [] : [factory.not(its.undefined)]),
      ]),
    );
  });
  return factory.or(...otherwise);
}

/** What becomes of a test when things are otherwise; null: it stays as it is. */
type Turn = (test: CoreExpr) => CoreExpr | null;

/** The ways in which what the first of some guards looks at can be otherwise. */
function turnsOf(hunt: Hunt, tool: string, guards: readonly CoreExpr[], ground: Ground): readonly Turn[] {
  // A session without a label is what is common: where that lets a call through, nothing speaks against it.
  if (ground === 'label') return [() => truth(false)];
  const tests = guards.map((each) => leavesOf(each).filter((leaf) => groundOf(hunt, leaf) === ground));
  const isTimely = (test: CoreExpr): boolean => ground === 'clock' && hangsOnTimeAlone(hunt.policy.core, test);
  const own = tests[0] ?? [];
  const timely = own.some(isTimely) ? timelyTurns(hunt, tool, tests.flat().filter(isTimely)) : [UNTURNED];
  const freely = freeTurns(own.filter((test) => !isTimely(test)));
  return timely.flatMap((first) => freely.map((second) => (test: CoreExpr) => first(test) ?? second(test)));
}

const UNTURNED: Turn = () => null;

/** The tests of the time, as they are at other times: all of them at one time. */
function timelyTurns(hunt: Hunt, tool: string, tests: readonly CoreExpr[]): readonly Turn[] {
  const known = new Map(tests.map((test) => [meaningOf(test), test]));
  const says = (test: CoreExpr, now: number): boolean | null =>
    hunt.truthOf(test, { call: { tool, args: {} }, context: { now } });
  return truthsByTime(hunt.policy.core, [...known.values()], says).map((truths) => {
    const by = new Map([...known.keys()].map((meaning, at) => [meaning, truths[at]]));
    return (test) => {
      const value = by.get(meaningOf(test));
      return value === undefined ? null : truth(value);
    };
  });
}

/** Some tests of which nobody knows what they have to do with each other, all true or all false. Any other stays as it is. */
function freeTurns(tests: readonly CoreExpr[]): readonly Turn[] {
  if (tests.length === 0) return [UNTURNED];
  const own = new Set(tests.map(same));
  return [true, false].map((value): Turn => (test) => {
    if (own.has(same(test))) return truth(value);
    return own.has(opposite(test)) ? truth(!value) : null;
  });
}

const truth = (value: boolean): CoreExpr => ({ op: 'const', value, type: { kind: 'bool' } });

/** The same for tests that ask the same of what is there, wherever they stand: a flag, and a flag `or else` something. */
const same = (test: CoreExpr): string => meaningOf(test.op === 'or_else' ? test.operand : test);

const OPPOSITES = { '<': '>=', '>=': '<', '>': '<=', '<=': '>', '==': '!=', '!=': '==' } as const;

/** The meaning of the test that is true where a comparison is false. */
const opposite = (test: CoreExpr): string =>
  test.op === 'compare'
    ? same({ ...test, cmp: OPPOSITES[test.cmp] })
    : same({ op: 'not', operand: test, span: NOWHERE });
