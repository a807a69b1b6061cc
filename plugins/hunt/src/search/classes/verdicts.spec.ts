import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, type Effect, strictest } from '@ostiary/policy';
import { seededRandom } from '@ostiary/policy/testing';
import { openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { isPlainlyTrue } from '../ask/guards/tests.js';
import type { ClassId } from '../model/class-id.js';
import type { HuntReport } from '../model/finding.js';
import { runHunt } from '../run.js';
import { callsOf, smallOne } from '../testing/small-policies.js';

/*
 * Small policies whose calls can all be listed: what the hunt says of all calls is compared with all of them.
 */

const SEED = Number(process.env['TEST_SEED'] ?? 0);
const CLASSES = ['G01', 'G02', 'S01', 'S02', 'S06', 'S07', 'X01'] as const satisfies readonly ClassId[];

/** What a rule does with one call: `T`, `F` or `U`. */
type Truth = 'T' | 'F' | 'U';

interface Listed {
  /** For each rule the truths at all calls, in one order. */
  readonly truths: ReadonlyMap<CoreRule, readonly Truth[]>;
  readonly answers: readonly Effect[];
}

function listed({ core, decider }: PreparedPolicy, names: readonly string[]): Listed {
  const truths = new Map<CoreRule, Truth[]>(core.rules.map((rule) => [rule, []]));
  const answers: Effect[] = [];
  for (const { call, context } of callsOf(names)) {
    const decision = decider.decide(call, context);
    answers.push(decision.answer);
    for (const [rule, own] of truths) {
      const held = decider.holds(rule.variants, call, context, decision);
      own.push(held === true ? 'T' : held === false ? 'F' : 'U');
    }
  }
  return { truths, answers };
}

const fires = ({ effect }: CoreRule, truth: Truth): boolean => truth === 'T' || (truth === 'U' && effect !== 'allow');

function withoutRule({ core }: PreparedPolicy, { truths, answers }: Listed, left: CoreRule): readonly Effect[] {
  return answers.map((_, at) => {
    const fired = [...truths].flatMap(([rule, own]) =>
      rule !== left && fires(rule, own[at] ?? 'F') ? [rule.effect] : [],
    );
    return fired.length === 0 ? core.default : fired.reduce(strictest);
  });
}

/** Ids of the rules that each class should name, by all calls there are. */
function expected(
  policy: PreparedPolicy,
  all: Listed,
): Readonly<Record<'G01' | 'G02' | 'S01' | 'S02', readonly string[]>> {
  const { rules } = policy.core;
  const of = (rule: CoreRule): readonly Truth[] => all.truths.get(rule) ?? [];
  const never = rules.filter((rule) => !of(rule).includes('T'));
  const rest = rules.filter((rule) => !never.includes(rule));
  const asks = ({ variants }: CoreRule): boolean => variants.some(({ guard }) => !isPlainlyTrue(guard));
  const alike = (one: CoreRule, other: CoreRule): boolean =>
    one.effect === other.effect &&
    of(one).every((truth, at) => {
      const its = of(other)[at] ?? 'F';
      return (truth === 'T') === (its === 'T') && fires(one, truth) === fires(other, its);
    });
  const ids = (some: readonly CoreRule[]): readonly string[] => some.map(({ id }) => id);
  return {
    G01: ids(never),
    G02: ids(rules.filter((rule) => asks(rule) && of(rule).every((truth) => fires(rule, truth)))),
    S01: ids(rest.filter((rule) => withoutRule(policy, all, rule).join() === all.answers.join())),
    S02: ids(rest.filter((rule, at) => rest.slice(0, at).some((other) => alike(other, rule)))),
  };
}

/** Ids of the rules that a class names; of a pair the later one. */
const named = ({ findings }: HuntReport, id: ClassId): readonly string[] =>
  findings.flatMap((finding) => (finding.class === id ? (finding.rules.at(-1) ?? []) : []));

const isUndecided = ({ checks }: HuntReport, id: ClassId): boolean =>
  checks.some((check) => check.class === id && check.undecided > 0);

/** Ill-typed attributes are not listed, and a rule may be there for them. */
const isForUnfit = ({ rules }: PreparedPolicy, text: string, id: string): boolean =>
  rules.get(id)?.effect !== 'allow' && /principal|session/u.test(text);

describe('what is said of all calls', { timeout: 600_000 }, () => {
  let z3: Awaited<ReturnType<typeof openZ3>>;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it('is so of all calls', async () => {
    const rng = seededRandom(700 + SEED);
    const seen = new Map<string, number>();
    const count = (what: string, by = 1): void => void seen.set(what, (seen.get(what) ?? 0) + by);
    for (let round = 0; round < runs(60);) {
      const small = smallOne(rng);
      if (!small) continue;
      round += 1;
      const { policy, names } = small;
      const all = listed(policy, names);
      const report = await runHunt(policy, z3, { classes: CLASSES });
      const wanted = expected(policy, all);
      for (const id of ['G01', 'G02', 'S01', 'S02'] as const) {
        const found = named(report, id);
        count(id, found.length);
        const wrong = found.filter((each) => !wanted[id].includes(each));
        const missed = wanted[id].filter(
          (each) => !found.includes(each) && !(id === 'S01' && isForUnfit(policy, policy.text, each)),
        );
        expect({ id, wrong, text: policy.text }).toEqual({ id, wrong: [], text: policy.text });
        const open = isUndecided(report, id);
        if (open) count(`${id} undecided`);
        expect({ id, missed: open ? [] : missed, text: policy.text }).toEqual({ id, missed: [], text: policy.text });
      }
      const forbids = policy.core.rules.some(
        ({ effect, variants }) => effect === 'refuse' && variants.every(({ guard }) => isPlainlyTrue(guard)),
      );
      const tools = {
        S06: !forbids && all.answers.every((answer) => answer === 'refuse'),
        S07: all.answers.includes('allow'),
      };
      for (const id of ['S06', 'S07'] as const) {
        const found = report.findings.some((finding) => finding.class === id);
        if (found) count(id);
        const open = isUndecided(report, id);
        if (open) count(`${id} undecided`);
        expect({ id, found: found || open, text: policy.text }).toEqual({
          id,
          found: tools[id] || open,
          text: policy.text,
        });
      }
      // All the rules that allow some call, and no others.
      const allowed = report.findings.find((finding) => finding.class === 'S07');
      const allowing = [...all.truths].flatMap(([rule, own]) =>
        rule.effect === 'allow' && own.some((truth, at) => truth === 'T' && all.answers[at] === 'allow')
          ? [rule.id]
          : [],
      );
      expect({ rules: allowed?.rules ?? allowing, text: policy.text }).toEqual({ rules: allowing, text: policy.text });
    }
    for (const id of ['G01', 'G02', 'S01', 'S06', 'S07']) expect([id, (seen.get(id) ?? 0) > 0]).toEqual([id, true]);
  });
});
