import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import type { CorePolicy } from '../../core/ir.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { chance, pick, type Rng, seededRandom, several } from '../../testing/index.js';
import {
  ATOMS,
  type Completion,
  completions,
  mayRead,
  SMALL_NAMES,
  sizeOf,
  smallCatalogue as wholeCatalogue,
  smallPolicy,
} from '../../testing/small-world.js';
import { neverDecides } from './analyse.js';

function load(text: string, catalogue?: typeof smallCatalogue): CorePolicy {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return loaded.core;
}

const FLAT: readonly string[] = [
  'principal.role == "a"',
  'principal.role != "b"',
  'has principal.role',
  'not has principal.level',
  'principal.level >= 1',
  'principal.level in [0, 2]',
  'principal.id like "p*"',
  'principal.id == "p1"',
  'session.vip',
  'not session.vip',
  'kind == "x"',
  'kind not in ["x"]',
  'n < 2',
  'n == 1',
  'has n',
  'cost <= 0.01 EUR',
  'cost > 0.00 USD',
  'flag',
  'tags contains "u"',
  'tags not contains "v"',
];

function flatPolicy(rng: Rng, atoms: readonly string[]): string {
  const tests = (): string => several(rng, 1, 2, () => pick(rng, atoms)).join(' and ');
  const rules = several(rng, 2, 4, () => {
    const unless = chance(rng, 0.3) ? ` unless ${tests()}` : '';
    return `${pick(rng, ['allow', 'confirm', 'refuse'])} t when ${tests()}${unless};`;
  });
  return ['dialect 1;', ...rules].join('\n');
}

/** Every call of the small world, and what may stand around it: also of no type. */
function everything(names: readonly string[]): Completion[] {
  let all = completions(
    { call: { tool: 't', args: {} }, context: { now: Date.UTC(2026, 10, 21), history: [] } },
    names,
  );
  for (const name of names) {
    const [root = '', member = ''] = name.split('.');
    if (root !== 'principal' && root !== 'session') continue;
    const absent = all.filter(({ chosen }) => chosen[name] === -1 && member !== 'labels');
    all = [
      ...all,
      ...absent.map((each) => ({
        ...each,
        context: { ...each.context, [root]: { ...each.context[root], [member]: {} } },
      })),
    ];
  }
  return all;
}

/** The rules that decide no call at all. */
function silentRules(core: CorePolicy, calls: readonly Completion[]): string[] {
  const decider = compilePolicy(core);
  const heard = new Set<string>();
  for (const { call, context } of calls) for (const { rule } of decider.decide(call, context).deciding) heard.add(rule);
  return core.rules.map(({ id }) => id).filter((id) => !heard.has(id));
}

/** Of the tool that is called. */
const smallCatalogue = { ...wholeCatalogue, tools: wholeCatalogue.tools.slice(0, 1) };
const MAX_CALLS = 3_000;
const named = (text: string): string[] =>
  SMALL_NAMES.filter((name) => mayRead(text, name) || name === 'args.kind').filter((name) => name !== 'rates');
const tooMany = (names: readonly string[]): boolean =>
  names.reduce((product, name) => product * (sizeOf(name) + 1), 1) > MAX_CALLS;

describe('neverDecides', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it('names the rule that is covered, and the fewest rules that cover it', async () => {
    const core = load(
      `dialect 1; default refuse; @id("small") allow pay when amount <= 100.00 EUR; @id("medium") confirm pay when amount <= 500.00 EUR;
       @id("never") refuse pay when amount > 5.00 EUR and amount < 5.00 EUR and has amount;
       @id("large") refuse pay when amount > 900.00 EUR;`,
    );
    expect(await neverDecides(core, null)).toEqual([
      { rule: 'small', index: 0, cause: 'covered', coveredBy: ['medium'] },
    ]);
  });

  it('needs several rules to cover one, and says which', async () => {
    const core = load(
      `dialect 1; @id("a") allow t when n >= 0 and has n; @id("low") confirm t when n < 5; @id("high") refuse t when n >= 5; @id("other") refuse t when n == 70;`,
    );
    expect(await neverDecides(core, null)).toEqual([
      { rule: 'a', index: 0, cause: 'covered', coveredBy: ['low', 'high'] },
    ]);
  });

  it.each([
    ['a pattern', 'allow t when path like "/srv/*"; refuse t when path like "/*" ;', ['rule-1']],
    ['a pattern that covers a part only', 'allow t when path like "/srv/*"; refuse t when path like "/srv/a*";', []],
    ['a list', 'allow t when tags contains "a"; refuse t when tags contains "a";', ['rule-1']],
    ['two elements of a list', 'allow t when tags contains "a"; refuse t when tags contains "b";', []],
    [
      'a part',
      'tool t (to?: email); allow t when to.domain == "x.example"; confirm t when to like "*@x.example";',
      ['rule-1'],
    ],
    ['hours of the day', 'allow t when now.hour >= 25;', ['rule-1']],
    ['an object and its field', 'allow t when has meta.a and not has meta;', ['rule-1']],
    ['an unless', 'allow t when n > 3 unless n > 2;', ['rule-1']],
    ['a value that may be of no type', 'confirm t when n > 5 and n < 3 and has n;', []],
  ])('sees through %s', async (_, rules, silent) => {
    expect((await neverDecides(load(`dialect 1; ${rules}`), null)).map(({ rule }) => rule)).toEqual(silent);
  });

  it('says of flat policies what all calls of a small world say', async () => {
    let silent = 0;
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const rng = seededRandom(seed);
      const text = flatPolicy(
        rng,
        several(rng, 3, 4, () => pick(rng, FLAT)),
      );
      const names = named(text);
      if (tooMany(names)) return;
      const core = load(text, smallCatalogue);
      const found = await neverDecides(core, null);
      const calls = everything(names);
      expect({ text, silent: found.map(({ rule }) => rule) }).toEqual({ text, silent: silentRules(core, calls) });
      silent += found.length;
      for (const { rule, coveredBy } of found) {
        // With only the rules that cover it, it is as silent; without any one of them it is not.
        const kept = (ids: readonly string[]) => ({ ...core, rules: core.rules.filter(({ id }) => ids.includes(id)) });
        expect({ text, rule, by: silentRules(kept([rule, ...coveredBy]), calls).includes(rule) }).toEqual({
          text,
          rule,
          by: true,
        });
        for (const one of coveredBy) {
          const fewer = [rule, ...coveredBy.filter((id) => id !== one)];
          expect({ text, rule, one, silent: silentRules(kept(fewer), calls).includes(rule) }).toEqual({
            text,
            rule,
            one,
            silent: false,
          });
        }
      }
    });
    await fc.assert(property, { numRuns: 150 });
    expect(silent).toBeGreaterThan(30);
  });

  it('says of rich policies nothing that some call of a small world denies, and most of what is so', async () => {
    let [silent, missed] = [0, 0];
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const rng = seededRandom(seed);
      const text = smallPolicy(
        rng,
        0,
        several(rng, 3, 4, () => pick(rng, ATOMS)),
      );
      const names = named(text);
      if (tooMany(names)) return;
      const core = load(text, smallCatalogue);
      const found = (await neverDecides(core, solver)).map(({ rule }) => rule);
      const truth = silentRules(core, everything(names));
      expect({ text, wrong: found.filter((rule) => !truth.includes(rule)) }).toEqual({ text, wrong: [] });
      silent += found.length;
      missed += truth.length - found.length;
    });
    await fc.assert(property, { numRuns: 180 });
    expect(silent).toBeGreaterThan(10);
    expect(missed).toBeLessThan(silent / 4);
  });

  it('lists nothing that the solver gave up on', async () => {
    const core = load(
      'dialect 2; tool t (n?: int, m?: int); allow (tool == "t") when { args.n + args.m > 10 && args.n < 3 && args.m < 3 };',
    );
    const givesUp = {
      open: () => ({
        check: () => Promise.resolve({ status: 'unknown', reason: 'resource_limit' } as const),
        close: () => undefined,
      }),
    };
    expect((await neverDecides(core, solver)).map(({ rule }) => rule)).toEqual(['rule-1']);
    expect(await neverDecides(core, givesUp)).toEqual([]);
    expect(await neverDecides(core, null)).toEqual([]);
  });
});
