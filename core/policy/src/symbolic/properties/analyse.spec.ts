import type { Catalogue } from '@ostiary/catalogue';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { interpretPolicy, interpretStatement } from '../../evaluate/interpret.js';
import { chance, corpus, pick, seededRandom, several } from '../../testing/index.js';
import {
  ATOMS,
  type ChosenCompletion,
  completions,
  mayRead,
  SMALL_NAMES,
  sizeOf,
  smallCatalogue as wholeCatalogue,
  smallExpr,
  smallPolicy,
} from '../../testing/small-world.js';
import { analyseProperties, type PropertyResult } from './analyse.js';

function load(text: string, catalogue?: Catalogue): ReadyPolicy {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return { ...loaded, decider: compilePolicy(loaded.core) };
}

/** Of the tool that is called. */
const smallCatalogue = { ...wholeCatalogue, tools: wholeCatalogue.tools.slice(0, 1) };
const MAX_COMPLETIONS = 4_000;
const ANSWERS = ['answer == "allow"', 'answer != "refuse"', 'executes == "allow"', 'answer in ["confirm", "refuse"]'];

/** The same demand, in the other form. */
const opposite = (statement: string): string => statement.replace(/^never ("p"): (.*);$/, 'always $1: !($2);');

/** The property is broken by a completion, and these assumptions are not false of it: as the interpreter sees it. */
function breaks(policy: ReadyPolicy, { call, context }: ChosenCompletion, assumptions: readonly string[]): boolean {
  const { tree, environment } = policy;
  const decision = interpretPolicy(tree, environment, call, context);
  return tree.items.every((item) => {
    if (item.kind !== 'property' && item.kind !== 'assume') return true;
    const truth = interpretStatement(tree, environment, item, call, context, decision);
    if (item.kind === 'assume') return truth !== false || !assumptions.includes(item.title);
    return truth === (item.quantifier === 'never');
  });
}

/** The property's condition is defined for a completion, and none of these assumptions false of it. */
function speaks(policy: ReadyPolicy, { call, context }: ChosenCompletion, assumptions: readonly string[]): boolean {
  const { tree, environment } = policy;
  const decision = interpretPolicy(tree, environment, call, context);
  return tree.items.every((item) => {
    if (item.kind !== 'property' && item.kind !== 'assume') return true;
    const truth = interpretStatement(tree, environment, item, call, context, decision);
    return item.kind === 'assume' ? truth !== false || !assumptions.includes(item.title) : typeof truth === 'boolean';
  });
}

describe('analyseProperties', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  it('says what all calls of a small world together say', async () => {
    const kinds = { holds: 0, vacuous: 0, broken: 0, assumed: 0, undecided: 0 };
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const rng = seededRandom(seed);
      // Few attributes, so that all their values can be gone through.
      const atoms = several(rng, 3, 4, () => pick(rng, ATOMS));
      const statement = `never "p": ${pick(rng, ANSWERS)} && ${smallExpr(rng, 1, atoms)};`;
      const facts = ['a', 'b'].map(
        (title) => `assume "${title}": ${smallExpr(rng, 1, [`!(${pick(rng, atoms)})`, ...atoms])};`,
      );
      const text = [smallPolicy(rng, 0, atoms), chance(rng, 0.5) ? statement : opposite(statement), ...facts].join(
        '\n',
      );
      const policy = load(text, smallCatalogue);
      const names = SMALL_NAMES.filter((name) => mayRead(text, name) || ['args.kind', 'confirmed'].includes(name));
      if (names.reduce((product, name) => product * sizeOf(name), 1) > MAX_COMPLETIONS) return;
      const [result] = await analyseProperties(policy, solver);
      const all = completions({ call: { tool: 't', args: {} }, context: {} }, names);
      const known = (assumptions: readonly string[]): boolean => !all.some((each) => breaks(policy, each, assumptions));
      if (!result) throw new Error('a result for the tool');
      kinds[result.kind === 'holds' && result.assumptions.length > 0 ? 'assumed' : result.kind]++;
      const says = all.some((each) => speaks(policy, each, ['a', 'b']));
      const kind = known(['a', 'b']) ? (says ? 'holds' : 'vacuous') : 'broken';
      expect({ text, kind: result.kind }).toEqual({ text, kind });
      if (result.kind === 'vacuous') return;
      const needed = result.kind === 'holds' ? result.assumptions : ['a', 'b'];
      const claims = {
        enough: result.kind === 'broken' || known(needed),
        tooMany:
          result.kind === 'broken' ? [] : needed.filter((title) => known(needed.filter((each) => each !== title))),
        witnessed:
          result.kind !== 'broken' || result.breaches.every((each) => breaks(policy, { ...each, chosen: {} }, needed)),
      };
      expect({ text, ...claims }).toEqual({ text, enough: true, tooMany: [], witnessed: true });
    });
    await fc.assert(property, { numRuns: 100 });
    expect(Math.min(kinds.holds, kinds.broken, kinds.assumed)).toBeGreaterThan(8);
    expect(kinds.vacuous).toBeGreaterThan(0);
  });

  /** The tools with a call that breaks it; null when it is not broken. */
  const breachedBy = (results: readonly PropertyResult[], title: string): string[] | null => {
    const result = results.find((each) => each.title === title);
    return result?.kind === 'broken' ? result.breaches.map(({ tool }) => tool) : null;
  };

  it.each([
    ['payments', 'no unconfirmed payment over 10k', null],
    ['mail', 'tainted body leaves unconfirmed', ['send_email']],
    ['dba', 'admin is never granted by an agent', null],
  ])('%s: %s', async (name, title, broken) => {
    const entry = corpus.find((each) => each.name === name);
    const policy = load(entry?.text ?? '', entry?.catalogue);
    const results = await analyseProperties(policy, solver);
    expect(breachedBy(results, title)).toEqual(broken);
    expect(results.find((each) => each.title === title)?.kind).toBe(broken ? 'broken' : 'holds');
  });

  it('gives the least call that breaks it, and without a catalogue asks about other tools too', async () => {
    const policy = load(
      'dialect 2; default allow; refuse (tool == "pay") when { args.amount > 100.00 EUR }; never "large": answer == "allow" && args.amount > 99.99 EUR;',
    );
    expect(await analyseProperties(policy, null)).toEqual([
      {
        title: 'large',
        quantifier: 'never',
        kind: 'broken',
        breaches: [
          { tool: 'pay', call: { tool: 'pay', args: { amount: '100.00 EUR' } }, context: {} },
          expect.objectContaining({ tool: 'other_tool' }),
        ],
      },
    ]);
  });

  it('lists the assumptions it needs, and no others', async () => {
    const policy = load(
      `dialect 2; allow (tool == "pay") when { args.amount <= 100.00 EUR || principal.level > 5 };
       assume "levels are small": principal.level <= 5;
       assume "amounts are positive": args.amount > 0.00 EUR;
       never "large": answer == "allow" && args.amount > 100.00 EUR;`,
      {
        name: 'c',
        tools: [
          {
            name: 'pay',
            classes: ['write'],
            args: { kind: 'record', fields: { amount: { type: { kind: 'money' }, required: true } } },
          },
        ],
      },
    );
    expect(await analyseProperties(policy, null)).toMatchObject([{ kind: 'holds', assumptions: ['levels are small'] }]);
  });

  it('is vacuous when the assumptions leave it no call', async () => {
    const catalogue: Catalogue = {
      name: 'c',
      tools: [{ name: 'pay', classes: [], args: { kind: 'record', fields: {} } }],
    };
    const text = 'dialect 2; allow (tool == "pay"); assume "none": tool != "pay"; never "p": answer == "allow";';
    expect(await analyseProperties(load(text, catalogue), null)).toEqual([
      { title: 'p', quantifier: 'never', kind: 'vacuous', assumptions: ['none'] },
    ]);
  });

  it('leaves out properties over sessions', async () => {
    const policy = load(
      'dialect 2; allow (tool == "t"); always "few": session count(t.ok) within 1h by principal < 5;',
    );
    expect(await analyseProperties(policy, null)).toEqual([]);
  });
});
