import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy, type LoadResult } from '../../check/load.js';
import { strictness } from '../../core/effect.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import { chance, pick, type Rng, seededRandom, smallCatalogue, smallPolicy } from '../../testing/index.js';
import { isAdmitted } from '../admitted.js';
import { ANY_VALUE, type Variation } from '../world/varied-call.js';
import { CallQuestions } from './call-questions.js';
import { runs } from '../../../../../tools/testing/runs.js';

type Loaded = Extract<LoadResult, { ok: true }>;

const SEED = Number(process.env['TEST_SEED'] ?? 0);

function load(text: string, catalogue = smallCatalogue): Loaded {
  const loaded = loadPolicy(text, { catalogue });
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return loaded;
}

/** The answer of both evaluators; null of a call that the catalogue does not accept. */
function decided({ core, tree, environment }: Loaded, { call, context }: Situation): Effect | null {
  const { answer } = compilePolicy(core).decide(call, context);
  expect(interpretPolicy(tree, environment, call, context).answer).toBe(answer);
  return isAdmitted(core, call) ? answer : null;
}

interface Situation {
  readonly call: Call;
  readonly context: Context;
}

const VARIATIONS: readonly Variation[] = [
  { args: { n: undefined } },
  { args: { flag: true } },
  { args: { kind: 'y', tags: undefined } },
  { args: { cost: '1 EUR' } },
  { principal: { role: undefined } },
  { args: { n: ANY_VALUE } },
];

describe('questions about calls that differ in one thing', () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it('finds a pair that both evaluators confirm, and of which the rest is the same', async () => {
    const loaded = load('dialect 1; default refuse; allow t; refuse t when n >= 2;');
    const questions = new CallQuestions([loaded.core], 't', { solver: z3, steps: 1 });
    const other = questions.vary({ args: { n: undefined } });
    const [whole, less] = [questions.answer(loaded.core), questions.answer(loaded.core, other)];
    // A refusal that cannot be read refuses, so leaving `n` out is refused as well.
    expect(await questions.find(less.milderThan(whole), () => true, [other])).toEqual({ kind: 'never' });
    questions.close();
  });

  it('compares an attribute of the two', async () => {
    const loaded = load('dialect 1; default refuse; allow t when n == 2; confirm t when n == 1;');
    const questions = new CallQuestions([loaded.core], 't', { solver: z3, steps: 1 });
    const other = questions.vary({ args: { n: ANY_VALUE } });
    const [one, two] = [questions.answer(loaded.core), questions.answer(loaded.core, other)];
    const type = { kind: 'int', min: 0, max: 2 } as const;
    const more = questions.compare(questions.x, other, { root: 'args', path: ['n'], type }, '<');
    const found = await questions.find(
      questions.factory.and(more.holds, two.milderThan(one)),
      ([first, second]) =>
        isMilder(loaded, first, second) && Number(first?.call.args['n'] ?? 9) < Number(second?.call.args['n']),
      [other],
    );
    expect(found).toMatchObject({
      kind: 'found',
      drafts: [{ call: { args: { n: expect.any(Number) as number } } }, { call: { args: { n: 2 } } }],
    });
    questions.close();
  });

  it('gives the answer without some rules', async () => {
    const loaded = load('dialect 1; default refuse; @id("a") allow t; @id("b") confirm t when flag;');
    const questions = new CallQuestions([loaded.core], 't', { solver: z3 });
    const answer = questions.answer(loaded.core);
    const [, b] = loaded.core.rules;
    if (!b) throw new RangeError('no rule');
    const found = await questions.find(
      answer.without(b).milderThan(answer),
      ([draft]) => !!draft && decided(loaded, draft) === 'confirm',
    );
    expect(found.kind).toBe('found');
    expect(await questions.find(answer.milderThan(answer.without(b)), () => true)).toEqual({ kind: 'never' });
    questions.close();
  });

  it('does not take a condition on events for one of another policy that reads something else', async () => {
    const version = (text: string): Loaded => {
      const loaded = loadPolicy(
        `dialect 2; tool look @read (id: text); tool t @write (a: text, b: text, n: int 0..9); allow (tool == "look"); ${text}`,
        {},
      );
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      return loaded;
    };
    // Each numbers by itself what it reads: one and the same number is of another argument.
    const [one, other, both] = [
      version('allow (tool == "t") when history { formerly within 1h look.ok{ id: args.a } };'),
      version('allow (tool == "t") when history { formerly within 1h look.ok{ id: args.b } };'),
      version(
        'refuse (tool == "t") when { args.n > 5 && args.b == "x" }; allow (tool == "t") when history { formerly within 1h look.ok{ id: args.a } };',
      ),
    ];
    const asked = async (before: Loaded, after: Loaded) => {
      const questions = new CallQuestions([after.core, before.core], 't', { solver: z3 });
      const goal = questions.answer(after.core).differsFrom(questions.answer(before.core));
      const found = await questions.find(
        goal,
        ([draft]) => !!draft && decided(before, draft) !== decided(after, draft),
      );
      questions.close();
      return found.kind;
    };
    expect(await asked(one, other)).not.toBe('never');
    expect(await asked(one, one)).toBe('never');
    // What reads more has other numbers for the same arguments.
    expect(await asked(one, both)).toBe('found');
    expect(await asked(both, one)).toBe('found');
  });

  it('names the terms that cannot hold together, and no other', async () => {
    const loaded = load(
      'dialect 1; default refuse; @id("a") allow t when n > 1; @id("b") refuse t when n < 1; @id("c") confirm t when flag;',
    );
    const questions = new CallQuestions([loaded.core], 't', { solver: z3 });
    const [a, b, c] = questions.answer(loaded.core).rules.map(({ holds }) => holds);
    if (!a || !b || !c) throw new RangeError('no rule');
    expect(new Set((await questions.conflict([a, b, c])) as never)).toEqual(new Set([a, b]));
    expect(await questions.conflict([a, c])).toBe('possible');
    questions.close();
  });

  it('never says of a milder variation that there is none when there is', async () => {
    const rng = seededRandom(77 + SEED);
    let shown = 0;
    for (let round = 0; round < runs(40); round++) {
      const loaded = load(smallPolicy(rng, 0.1));
      const variation = pick(rng, VARIATIONS.slice(0, 5));
      const questions = new CallQuestions([loaded.core], 't', { solver: z3, steps: 2 });
      const other = questions.vary(variation);
      const goal = questions.answer(loaded.core, other).milderThan(questions.answer(loaded.core));
      const isReal = ([one, two]: readonly Situation[]): boolean => isMilder(loaded, one, two);
      const found = await questions.find(goal, isReal, [other]);
      questions.close();
      for (let tried = 0; tried < 40; tried++) {
        const one = {
          call: { tool: 't', args: smallArgs(rng) },
          context: { principal: somePrincipal(rng), history: [] },
        };
        if (!isMilder(loaded, one, varied(one, variation))) continue;
        shown += 1;
        expect({ kind: found.kind, variation, one }).not.toMatchObject({ kind: 'never' });
      }
    }
    expect(shown).toBeGreaterThan(10);
  });
});

function isMilder(loaded: Loaded, one?: Situation, two?: Situation): boolean {
  const [before, after] = [one && decided(loaded, one), two && decided(loaded, two)];
  return !!before && !!after && strictness[after] < strictness[before];
}

function varied({ call, context }: Situation, { args = {}, principal }: Variation): Situation {
  const changed = (object: object, changes: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries({ ...object, ...changes }).filter(([, raw]) => raw !== undefined));
  return {
    call: { ...call, args: changed(call.args, args) },
    context: principal ? { ...context, principal: changed(context.principal ?? {}, principal) } : context,
  };
}

function smallArgs(rng: Rng): Record<string, unknown> {
  const some = (name: string, values: readonly unknown[]) => (chance(rng, 0.7) ? { [name]: pick(rng, values) } : {});
  return {
    kind: pick(rng, ['x', 'y']),
    ...some('n', [0, 1, 2]),
    ...some('cost', ['0.00 EUR', '0.01 EUR', '0.02 EUR', '0.02 USD']),
    ...some('flag', [true, false]),
    ...some('code', ['ab', 'xyz']),
    ...some('tags', [[], ['u'], ['v'], ['u', 'v']]),
    ...some('ns', [[], [0], [1], [1, 1]]),
  };
}

const somePrincipal = (rng: Rng): Record<string, unknown> => (chance(rng, 0.7) ? { role: pick(rng, ['a', 'b']) } : {});
