import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Catalogue } from '@ostiary/catalogue';
import type { OrderRule, Rule, VerdictWord } from '@ostiary/graph/model';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.js';
import { compared, randomComparisons } from './compare.mjs';
import { featuresOf, type GraphCase, randomCases } from './generate.mjs';
import { type Hygiene, hygieneOf } from './hygiene.mjs';
import { judge, type Judgement, type Question, questionsOf, spacesOf, TooLarge } from './judge.mjs';
import { randomChoices } from './random/choices.mjs';
import { randomFields } from './random/fields.mjs';
import { randomPersons } from './random/persons.mjs';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_122);
const BOUND = 400;
const NOTHING: Catalogue = { name: 'none', tools: [] };

interface Written extends GraphCase {
  readonly name: string;
  /** The checker says otherwise, and is to be mended; then this is to be taken away. */
  readonly open?: true;
  readonly expect: readonly {
    readonly rule: string;
    readonly kind?: string;
    readonly target?: string;
    readonly verdict: VerdictWord;
    readonly length?: number;
  }[];
  /** Everything that is told of the graph itself (S15), in any order. */
  readonly hygiene?: readonly Hygiene[];
}

const written = (folder: string): Written[] =>
  readdirSync(join(import.meta.dirname, folder)).map(
    (file) => JSON.parse(readFileSync(join(import.meta.dirname, folder, file), 'utf8')) as Written,
  );
const planted = written('planted');
const cases = written('cases');

describe.each([
  ['planted', planted],
  ['one rule at a time', cases],
])('the cases %s', (_, all) => {
  it.each(all.map((given) => [given.name, given] as const))('%s', (_name, given) => {
    const said = given.expect.map(({ rule: id, kind, target }) => {
      const question = given.rules
        .filter((rule) => rule.id === id)
        .flatMap((rule) => questionsOf(rule, given.catalogue))
        .find((one) => kind === undefined || (one.kind === kind && one.target === target));
      if (question === undefined) throw new Error(`nothing is asked about ${id}`);
      const { verdict, length } = judge(given.graph, given.catalogue, question);
      return { rule: id, ...(kind && { kind }), ...(target && { target }), verdict, ...(length && { length }) };
    });
    expect(said).toEqual(given.expect);
  });
});

describe('hygiene of the cases', () => {
  const sorted = (found: readonly Hygiene[]) =>
    found.toSorted((a, b) => (`${a.code} ${a.target ?? ''}` < `${b.code} ${b.target ?? ''}` ? -1 : 1));

  it.each(cases.filter(({ hygiene }) => hygiene !== undefined).map((given) => [given.name, given] as const))(
    '%s',
    (_, given) => {
      expect(sorted(hygieneOf(given))).toEqual(sorted(given.hygiene ?? []));
    },
  );
});

describe('the checker', () => {
  const differences = (given: Written) => compared(given, 3000)?.filter(({ difference }) => difference !== null);
  /** Those of rules that the checker answers. */
  const all = [...planted, ...cases].filter((given) => (compared(given, 3000) ?? []).length > 0);

  it.each(all.filter(({ open }) => !open).map((given) => [given.name, given] as const))(
    'says the same of %s',
    (_, given) => {
      expect(differences(given)).toEqual([]);
    },
  );

  it.fails.each(all.filter(({ open }) => open).map((given) => [given.name, given] as const))(
    'is to be mended for %s',
    (_, given) => {
      expect(differences(given)).toEqual([]);
    },
  );

  it.each([
    ['random graphs', randomCases, 150],
    ['random graphs in which persons are asked', randomPersons, 30],
    ['random graphs that are full of choices', randomChoices, 9],
    ['random graphs whose check passes by a field', randomFields, 12],
  ] as const)('says the same of %s', (_, random, count) => {
    let asked = 0;
    const wrong: object[] = [];
    for (const { given, answers } of randomComparisons(SEED, runs(count), random)) {
      asked += answers.length;
      const different = answers.filter(({ difference }) => difference !== null);
      if (different.length > 0) wrong.push({ different, graph: given.graph });
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(100);
  });
});

type Call = readonly [tool: 'a' | 'b' | 'x' | 'open' | 'shut', outcome: 'success' | 'failure'];

/** What a pattern forbids in a whole list of calls that ended normally, said without states. */
const FORBIDS: Record<OrderRule['pattern'], (calls: readonly Call[], ended: boolean) => boolean> = {
  absence: (calls) => calls.some(([tool]) => tool === 'a'),
  existence: (calls, ended) => ended && !calls.some(([tool, how]) => tool === 'a' && how === 'success'),
  at_most: (calls) => calls.filter(([tool]) => tool === 'a').length > 2,
  precedence: (calls) => calls.some(([tool], i) => tool === 'b' && !succeeded(calls.slice(0, i), 'a')),
  alternate_precedence: (calls) =>
    calls.some(([tool], i) => {
      const before = calls.slice(0, i);
      return tool === 'b' && !succeeded(before.slice(before.findLastIndex(([other]) => other === 'b') + 1), 'a');
    }),
  response: (calls, ended) => ended && calls.some(([tool], i) => tool === 'a' && !succeeded(calls.slice(i + 1), 'b')),
  bounded_response: (calls, ended) => late(calls, ended, 2),
  chain_response: (calls, ended) => late(calls, ended, 1),
  not_coexistence: (calls) => calls.some(([tool]) => tool === 'a') && calls.some(([tool]) => tool === 'b'),
  succession: (calls, ended) => FORBIDS.precedence(calls, ended) || FORBIDS.response(calls, ended),
};
const succeeded = (calls: readonly Call[], name: string) =>
  calls.some(([tool, how]) => tool === name && how === 'success');
const late = (calls: readonly Call[], ended: boolean, within: number) =>
  calls.some(
    ([tool], i) =>
      tool === 'a' && !succeeded(calls.slice(i + 1, i + 1 + within), 'b') && (ended || calls.length - i - 1 >= within),
  );

/** The parts of a run in which a rule from `open` until `shut` is in force, each with whether it was closed. */
function scopes(calls: readonly Call[]): (readonly [readonly Call[], boolean])[] {
  const opened = calls.findIndex(([tool]) => tool === 'open');
  if (opened < 0) return [];
  const rest = calls.slice(opened + 1);
  const shut = rest.findIndex(([tool, how]) => tool === 'shut' && how === 'success');
  if (shut < 0) return [[rest, true]];
  return [[rest.slice(0, shut + 1), true], ...scopes(rest.slice(shut + 1))];
}

describe('a pattern over a list of calls', () => {
  const calls = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'x', 'open', 'shut'), fc.constantFrom('success', 'failure')),
    { maxLength: 10 },
  ) as fc.Arbitrary<Call[]>;

  const forbidden = (rule: Rule, list: readonly Call[]): boolean =>
    questionsOf(rule, NOTHING)
      .flatMap((question) => question.halves ?? [question])
      .some((question) => isForbidden(question, list));

  function isForbidden(question: Question, list: readonly Call[]): boolean {
    const follower = question.judgeIn(null);
    let { start: state } = follower;
    const events = [
      ...list.flatMap(([tool, e]) => [
        { e: 'attempt', tool },
        { e, tool },
      ]),
      { e: 'end', how: 'normal' },
    ];
    return events.some((event) => {
      const next = follower.step(state, event);
      ({ state } = next);
      return next.bad === 'sure';
    });
  }

  it.each(Object.keys(FORBIDS) as OrderRule['pattern'][])('%s is what it is defined as', (pattern) => {
    const rule = { id: 'r', kind: 'order', pattern, first: 'a', second: 'b', count: 2 } as const;
    fc.assert(
      fc.property(calls, (list) => {
        expect(forbidden(rule, list)).toBe(FORBIDS[pattern](list, true));
        const scope = { after: 'open', until: 'shut' };
        const inScopes = scopes(list).some(([part, ended]) => FORBIDS[pattern](part, ended));
        expect(forbidden({ ...rule, scope }, list)).toBe(inScopes);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('random graphs', () => {
  const some: GraphCase[] = [];
  for (const given of randomCases(SEED)) {
    if (some.length >= runs(80)) break;
    some.push(given);
  }
  const judged = (given: GraphCase): Judgement[] | null => {
    try {
      const spaces = spacesOf(given.graph, given.catalogue, BOUND);
      return given.rules.flatMap((rule) =>
        questionsOf(rule, given.catalogue).map((question) =>
          judge(given.graph, given.catalogue, question, { bound: BOUND, spaces }),
        ),
      );
    } catch (error) {
      if (error instanceof TooLarge) return null;
      throw error;
    }
  };

  it('have every feature often', () => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const given of randomCases(SEED)) {
      if (total >= 1000) break;
      total += 1;
      for (const feature of featuresOf(given)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count < 10)).toEqual([]);
    expect(counts.size).toBeGreaterThan(60);
  });

  it('are no safer when what is opaque is free, and broken then where they were possible or broken for that alone', () => {
    let asked = 0;
    for (const given of some) {
      if (!JSON.stringify(given.graph).includes('"opaque"')) continue;
      const open = JSON.parse(
        JSON.stringify(given.graph).replaceAll('{"opaque":"code"}', '{"choice":"env"}'),
      ) as GraphCase['graph'];
      const [one, other] = [judged(given), judged({ ...given, graph: open })];
      if (one === null || other === null) continue;
      // Who chooses matters to taint: an opaque choice may have been made by what is tainted.
      const questions = given.rules.flatMap((rule) => questionsOf(rule, given.catalogue).map(() => rule.kind));
      for (const [i, before] of one.entries()) {
        const after = other[i];
        if (after === undefined) throw new Error('another number of questions');
        if (questions[i] === 'taint') continue;
        asked += 1;
        const words = [before.verdict, after.verdict].join(' ');
        expect(['proved proved', 'vacuous vacuous', 'broken broken', 'possible possible', 'possible broken']).toContain(
          words,
        );
        expect(after.length ?? 0).toBeLessThanOrEqual(before.length ?? Infinity);
      }
    }
    expect(asked).toBeGreaterThan(20);
  });
});
