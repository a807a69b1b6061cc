import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { loadPolicy } from '../check/load.js';
import { judgeOf } from '../testing/judge.js';
import { chance, pick, type Rng, seededRandom, several } from '../testing/random.js';

/**
 * What a sum counts is found through definitions, conditions and fallbacks, which matters where there is nothing to add: each evaluator
 * finds it in its own way.
 */
const ITEM = '[{ price: money, eur: money EUR, qty: int, x: decimal, d: duration, at: time }]';
const DECLARED = `tool t (lines?: ${ITEM}, flag?: bool, n?: int, top?: money, wait?: duration);
  define unit = 1.00 EUR; define lines = args.lines; define twice(m: money) = m + m; define paid(m: money) = m or else 0.00 EUR;
  define many(n: int) = n * 2; define halved(a: decimal) = if args.flag then a else a * 0.5; define pause(d: duration) = d;`;

const LEAVES = {
  money: ['i.price', 'i.eur', 'unit', '2.00 USD', 'args.top', '(i.price in EUR using rates@v1)'],
  number: ['i.qty', 'i.x', '3', '1.5', 'args.n', 'args.lines.size()'],
  duration: ['i.d', '1h', 'args.wait', '(now.time - i.at)'],
} as const;
type Kind = keyof typeof LEAVES;
const CALLED = { money: ['twice', 'paid'], number: ['many', 'halved'], duration: ['pause'] } as const;
const BOUNDS = { money: ['0.00 EUR', '1.00 USD'], number: ['0', '2.5'], duration: ['0s', '1h'] } as const;

function counted(rng: Rng, kind: Kind, depth: number): string {
  const leaf = pick<string>(rng, LEAVES[kind]);
  if (depth === 0) return leaf;
  const part = (): string => counted(rng, kind, depth - 1);
  const make = pick(rng, [
    () => `(${part()} ${pick(rng, ['+', '-'])} ${part()})`,
    () => `(${part()} * ${counted(rng, 'number', 0)})`,
    () => `(if args.flag then ${part()} else ${part()})`,
    () => `(${leaf} or else ${part()})`,
    () => `-(${part()})`,
    () => `${pick<string>(rng, CALLED[kind])}(${part()})`,
    () => `args.lines.sum(j, ${part().replaceAll('i.', pick(rng, ['i.', 'j.']))})`,
  ]);
  return make();
}

const itemOf = (rng: Rng): object => ({
  price: pick(rng, ['1.00 EUR', '2.00 USD']),
  eur: '3.00 EUR',
  qty: pick(rng, [0, 3]),
  x: 1.25,
  d: '30m',
  at: '2026-01-01T00:00:00Z',
});

it('a sum counts the same through names, conditions and fallbacks, of something and of nothing', () => {
  const seen = new Set<string>();
  const property = fc.property(fc.nat(), (seed) => {
    const rng = seededRandom(seed);
    const kind = pick(rng, Object.keys(LEAVES) as Kind[]);
    const test = `${pick(rng, ['args.lines', 'lines'])}.sum(i, ${counted(rng, kind, 1 + Math.floor(rng() * 3))}) ${pick(rng, ['<=', '==', '!='])} ${pick<string>(rng, BOUNDS[kind])}`;
    const text = `dialect 2; default allow; ${DECLARED} confirm (tool == "t") when { ${test} };`;
    // Amounts of two currencies, a number added to money: the text has an error.
    if (!loadPolicy(text).ok) return;
    const judge = judgeOf(text);
    for (const lines of [[], several(rng, 1, 2, () => itemOf(rng))]) {
      const args = {
        ...(chance(rng, 0.9) && { lines }),
        ...(chance(rng, 0.7) && { flag: chance(rng, 0.5) }),
        ...(chance(rng, 0.5) && { n: 2, top: '1.00 EUR', wait: '1h' }),
      };
      const rates = { v1: { USD: { EUR: '0.9' } } };
      const [, slug] = judge({ tool: 't', args }, { now: 1_767_225_600_000, ...(chance(rng, 0.5) && { rates }) });
      seen.add(slug);
    }
  });
  fc.assert(property, { numRuns: runs(300) });
  expect(seen).toEqual(new Set(['confirm_required', 'no_rule', 'guard_undefined']));
});
