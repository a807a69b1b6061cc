import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from '../evaluate/compile.js';
import { parseGlob } from '../text/glob.js';
import { parseRegex } from '../text/regex.js';
import { type AutomataLimits, AUTOMATA_LIMITS, isLimit } from './automata/dfa.js';
import { computeCells } from './automata/cells.js';
import { ANY_TEXT, type Language } from './automata/language.js';
import { type Bits, bitsOf, type Box, reachesBeyond } from './boxes/box.js';
import { OutOfWork, Work } from './boxes/work.js';
import type { Context } from '../evaluate/types.js';
import { neverDecides } from './never-decides/analyse.js';
import { analyseCompletions } from './completions/analyse.js';
import type { CompletionResult } from './completions/result.js';
import { below, pick, seededRandom } from '../testing/index.js';
import type { SmtSolver } from './solver.js';

/*
 * Work is bounded by counts of steps. Each question here takes a few times as many as its bound, so that a bound that is not kept,
 * or a thousand times as large, gives another result.
 */

const regex = (pattern: string): Language => {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { kind: 'regex', node: parsed.node };
};
const glob = (pattern: string): Language => {
  const parsed = parseGlob(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { kind: 'glob', segments: parsed.segments };
};

function limitOf(languages: readonly Language[]): keyof AutomataLimits | null {
  const found = computeCells({
    languages,
    literals: [],
    domain: { kind: 'regex', node: ANY_TEXT },
    admits: () => true,
    candidates: [],
    perCell: 1,
    limits: AUTOMATA_LIMITS,
  });
  return isLimit(found) ? found.limit : null;
}

describe('automata', () => {
  it('stop at four thousand states', () => {
    // Which of the last twelve characters were an `a`: two to the thirteenth states.
    expect(limitOf([regex('(a|b)*a(a|b){12}')])).toBe('dfaStates');
    expect(limitOf([regex('(a|b)*a(a|b){6}')])).toBeNull();
  });

  it('stop at twenty thousand states of all of them together', () => {
    const counting = (most: number): Language[] => [
      regex(`([ab]{${String(most)}})*`),
      regex(`([ab]{${String(most + 2)}})*`),
    ];
    expect(limitOf(counting(149))).toBe('productStates');
    expect(limitOf(counting(31))).toBeNull();
  });

  it('stop at four million steps of one of them', () => {
    // Each of so many letters may be left out, so that each is followed by all later ones.
    expect(limitOf([regex('([ab]?){400}c')])).toBe('dfaSteps');
    expect(limitOf([regex('([ab]?){60}c')])).toBeNull();
  });

  it('stop at twenty million steps of all of them together', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map(regex);
    const counting = (most: number): Language[] => [most, most + 1].map((each) => regex(`([ab]{${String(each)}})*`));
    expect(limitOf([...counting(90), ...letters])).toBe('productSteps');
    expect(limitOf([...counting(20), ...letters])).toBeNull();
  });

  it('stop at a thousand cells', () => {
    const letters = 'abcdefghij'.split('');
    expect(limitOf(letters.map((letter) => glob(`*${letter}*`)))).toBe('cells');
    expect(limitOf(letters.slice(0, 6).map((letter) => glob(`*${letter}*`)))).toBeNull();
  });
});

describe('boxes', () => {
  const HALVES = [bitsOf(2, (state) => state === 0), bitsOf(2, (state) => state === 1)];

  /** A space of so many dimensions, with corners of three of them taken out at random. */
  function question(count: number, corners: number): readonly [Box, Box[], Bits[]] {
    const rng = seededRandom(1);
    const all = Array.from({ length: count }, () => bitsOf(2, () => true));
    const whole: Box = all.map(() => null);
    const corner = (): Box => [0, 1, 2].reduce<Box>((box) => box.with(below(rng, count), pick(rng, HALVES)), whole);
    return [whole, Array.from({ length: corners }, corner), all];
  }

  it('are given up after as much work as they are given', () => {
    const MOST = 1_000_000;
    expect(() => reachesBeyond(...question(40, 260), new Work(MOST))).toThrow(OutOfWork);
    expect(reachesBeyond(...question(30, 200), new Work(MOST))).toBe(false);
    expect(reachesBeyond(...question(30, 20), new Work(MOST))).toBe(true);
  });

  /** One rule, and others that take corners of its calls away. */
  async function silentBehind(count: number, corners: number): Promise<readonly string[]> {
    const rng = seededRandom(1);
    const test = (): string => `${pick(rng, ['', 'not '])}b${String(below(rng, count))}`;
    const names = Array.from({ length: count }, (_, at) => `b${String(at)}: bool`).join(', ');
    const rules = Array.from({ length: corners }, () => `refuse t when ${[test(), test(), test()].join(' and ')};`);
    const loaded = loadPolicy(`dialect 1; tool t (${names}); @id("one") allow t; ${rules.join(' ')}`);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    return (await neverDecides(loaded.core, null)).map(({ rule }) => rule).filter((id) => id === 'one');
  }

  it('are given a fixed amount of it to find rules that decide no call', async () => {
    expect(await silentBehind(40, 260)).toEqual([]);
    expect(await silentBehind(12, 100)).toEqual(['one']);
  });
});

describe('a question about a call', () => {
  const CALL = { tool: 't', args: {} };

  async function ask(text: string, solver: SmtSolver | null, context: Context = {}): Promise<CompletionResult> {
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    return analyseCompletions(
      loaded.core,
      { call: CALL, context },
      solver,
      (call, around) => decider.decide(call, around).answer,
    );
  }

  /** True only where all of so many attributes are. */
  const allOf = (count: number): string =>
    `dialect 2; default refuse; allow (tool == "t") when { ${Array.from({ length: count }, (_, i) => `principal.a${String(i)}`).join(' && ')} };`;

  /** True where each of so many birds sits in a hole, one fewer, and no two in the same: never. */
  const birds = (count: number): string => {
    const all = Array.from({ length: count }, (_, at) => at);
    const sits = (bird: number, hole: number): string => `principal.b${String(bird)}h${String(hole)}`;
    const somewhere = all.map(
      (bird) =>
        `(${all
          .slice(1)
          .map((hole) => sits(bird, hole))
          .join(' || ')})`,
    );
    const alone = all
      .slice(1)
      .flatMap((hole) =>
        all.flatMap((bird) => all.slice(0, bird).map((other) => `!(${sits(bird, hole)} && ${sits(other, hole)})`)),
      );
    return `dialect 2; default refuse; allow (tool == "t") when { ${[...somewhere, ...alone].join(' && ')} };`;
  };

  it('is settled by cells within three hundred thousand steps, and else needs a solver', async () => {
    expect(await ask(allOf(3), null)).toMatchObject({ kind: 'depends', answer: 'refuse' });
    expect(await ask(allOf(30), null)).toMatchObject({ kind: 'depends', answer: 'refuse' });
    expect(await ask(birds(4), null)).toMatchObject({ kind: 'holds', answer: 'refuse', method: 'cells' });
    expect(await ask(birds(9), null)).toMatchObject({
      kind: 'undecided',
      unsettled: [{ answer: 'allow', reason: 'no_solver' }],
    });
  });

  it('makes up no more than two hundred events', async () => {
    const after = (events: number): Promise<CompletionResult> =>
      ask(
        `dialect 2; allow (tool == "t") when history { count(t.ok) within 24h by session >= ${String(events)} };`,
        null,
        { session: { id: 's' }, now: Date.UTC(2026, 0, 1) },
      );
    expect(await after(150)).toMatchObject({ kind: 'depends' });
    expect(await after(300)).toMatchObject({ kind: 'undecided', unsettled: [{ reason: 'not_replayed' }] });
  });

  it('gives a solver five million steps a check, and no more than eight models an answer to be right', async () => {
    const limits: number[] = [];
    // Finds a model for everything, and none that is one.
    const mistaken: SmtSolver = {
      open: () => ({
        check: ({ variables }, { rlimit }) => {
          limits.push(rlimit);
          const model = Object.fromEntries(variables.map(({ name, sort }) => [name, sort === 'Int' ? '0' : false]));
          return Promise.resolve({ status: 'sat', model });
        },
        close: () => undefined,
      }),
    };
    const sum =
      'dialect 2; principal (a: int, b: int); allow (tool == "t") when { principal.a + principal.b > 7 } when history { formerly within 1h t.ok };';
    expect(await ask(sum, mistaken)).toMatchObject({ kind: 'undecided' });
    expect(limits.length).toBeGreaterThan(0);
    expect(limits.length).toBeLessThanOrEqual(8);
    expect(new Set(limits)).toEqual(new Set([5_000_000]));
  });
});
