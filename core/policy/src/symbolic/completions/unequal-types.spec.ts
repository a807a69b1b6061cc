import type { Catalogue, StringType } from '@ostiary/catalogue';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { chance, pick, type Rng, seededRandom, several } from '../../testing/index.js';
import type { SmtSolver } from '../solver.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionResult } from './result.js';

const TEXT = { kind: 'string', format: 'text' } as const;

function catalogueOf(types: Readonly<Record<string, StringType>>): Catalogue {
  const fields = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type, required: false }]));
  return { name: 'c', tools: [{ name: 't', classes: [], args: { kind: 'record', fields } }] };
}

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

async function analyse(guard: string, types: Readonly<Record<string, StringType>>) {
  const text = `dialect 2; default refuse; allow (tool == "t") when { ${guard} };`;
  const loaded = loadPolicy(text, { catalogue: catalogueOf(types) });
  if (!loaded.ok) return null;
  const decider = compilePolicy(loaded.core);
  const answer = (args: Readonly<Record<string, unknown>>) => decider.decide({ tool: 't', args }, {}).answer;
  const result = await analyseCompletions(
    loaded.core,
    { call: { tool: 't', args: {} }, context: {}, open: { args: Object.keys(types) } },
    z3,
    (call, context) => decider.decide(call, context).answer,
  );
  return { result, answer };
}

/** Every completion over words of which two of each kind are enough. */
function* completionsOf(types: Readonly<Record<string, StringType>>, words: readonly string[]) {
  let all: Record<string, string>[] = [{}];
  for (const [name, { enum: spellings, minLength = 0, maxLength = Infinity }] of Object.entries(types)) {
    const own = spellings ?? words.filter(({ length }) => length >= minLength && length <= maxLength);
    all = all.flatMap((each) => [each, ...own.map((word) => ({ ...each, [name]: word }))]);
  }
  yield* all;
}

describe('strings of unequal types that are compared', () => {
  it.each([
    ['a bound on one', 'args.a == "abc" && args.a != args.b', { a: TEXT, b: { ...TEXT, maxLength: 2 } }],
    [
      'a pattern beyond the other bound',
      'args.a != args.b && args.a like "ADM-*"',
      { a: { ...TEXT, maxLength: 40 }, b: { ...TEXT, maxLength: 3 } },
    ],
    [
      'a list of words and a bound',
      'args.a == "large" && args.a != args.b',
      { a: { ...TEXT, enum: ['large', 'm'] }, b: { ...TEXT, maxLength: 3 } },
    ],
    [
      'bounds that leave one word in common',
      'args.a == args.b',
      { a: { ...TEXT, minLength: 3 }, b: { ...TEXT, maxLength: 3 } },
    ],
  ])('%s', async (_, guard, types) => {
    const asked = await analyse(guard, types);
    const result = asked?.result;
    expect(result).toMatchObject({ kind: 'depends', dependsOn: ['args.a', 'args.b'], mayDependOn: [], unsettled: [] });
    const [witness] = result?.kind === 'depends' ? result.witnesses : [];
    expect(asked?.answer(witness?.call.args ?? {})).toBe('allow');
  });

  it('is exact about bounds that have no word in common', async () => {
    const types = { a: { ...TEXT, minLength: 4 }, b: { ...TEXT, maxLength: 3 } };
    expect((await analyse('args.a == args.b', types))?.result).toMatchObject({ kind: 'holds', exact: true });
  });

  it('says what all completions together say', async () => {
    const literals = ['a', 'bb', 'ccc', 'ddd'];
    const words = ['', 'x', 'y', 'z', 'xx', 'yy', 'zz', 'xxx', 'yyy', 'zzz', 'xxxx', 'yyyy', 'zzzz', ...literals];
    const seen = { holds: 0, depends: 0, undecided: 0 };
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const rng = seededRandom(seed);
      const types = { a: randomType(rng), b: randomType(rng), c: randomType(rng) };
      const literal = (): string => JSON.stringify(pick(rng, literals));
      const name = (): string => `args.${pick(rng, ['a', 'b', 'c'])}`;
      const atom = (): string =>
        pick(rng, [
          () => `${name()} == ${name()}`,
          () => `${name()} != ${name()}`,
          () => `${name()} == ${literal()}`,
          () => `${name()} != ${literal()}`,
        ])();
      const guard = several(rng, 2, 4, atom).join(pick(rng, [' && ', ' && ', ' || ']));
      const asked = await analyse(guard, types);
      // A word that an enumeration lacks is an error in the text.
      if (!asked) return;
      const { result, answer } = asked;
      const answers = new Set([...completionsOf(types, words)].map(answer));
      seen[result.kind]++;
      expect({ guard, types, kind: result.kind }).toEqual({
        guard,
        types,
        kind: answers.size > 1 ? 'depends' : 'holds',
      });
    });
    await fc.assert(property, { numRuns: 400 });
    expect(Math.min(seen.holds, seen.depends)).toBeGreaterThan(15);
  });
});

function randomType(rng: Rng): StringType {
  if (chance(rng, 0.3)) return { ...TEXT, enum: pick(rng, [['a', 'bb'], ['bb', 'ccc', 'q'], ['ccc']]) };
  const [min, max] = [pick(rng, [0, 1, 2, 3]), pick(rng, [0, 1, null])];
  return { ...TEXT, ...(min > 0 && { minLength: min }), ...(max !== null && { maxLength: min + max }) };
}

describe('what could not be settled', () => {
  const CALL = { tool: 't', args: {} };

  async function ask(text: string, solver: SmtSolver | null): Promise<CompletionResult> {
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    const request = { call: CALL, context: { now: Date.UTC(2026, 0, 1, 12) } };
    return analyseCompletions(loaded.core, request, solver, (call, context) => decider.decide(call, context).answer);
  }

  it('is named: answers with the reason, and what they may depend on', async () => {
    const result = await ask(
      `dialect 2; default refuse; confirm (tool == "t") when { principal.role == "a" };
       allow (tool == "t") when { principal.role != "a" && principal.level > 3 && session.vip } when history { (formerly within 1h t.ok) since within 2h t.failed };`,
      null,
    );
    if (result.kind !== 'depends') throw new Error(result.kind);
    expect(result.unsettled).toEqual([{ answer: 'allow', reason: 'not_replayed' }]);
    expect(result.dependsOn).toContain('principal.role');
    expect([...result.dependsOn, ...result.mayDependOn]).toEqual(
      expect.arrayContaining(['history', 'principal.level', 'principal.role', 'session.vip']),
    );
  });

  it.each(['resource_limit', 'solver_unknown', 'no_solver'])('is never said to hold: %s', async (reason) => {
    const solver: SmtSolver = {
      open: () => ({
        check: () => Promise.resolve({ status: 'unknown', reason: reason === 'resource_limit' ? reason : 'tired' }),
        close: () => undefined,
      }),
    };
    const text =
      'dialect 2; principal (limit: int); session (used: int); allow (tool == "t") when { principal.limit * 2 > session.used * 3 && principal.limit < 7 };';
    const result = await ask(text, reason === 'no_solver' ? null : solver);
    expect(result).toEqual({ kind: 'undecided', answer: 'refuse', unsettled: [{ answer: 'allow', reason }] });
  });
});
