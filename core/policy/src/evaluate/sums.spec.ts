import { exactNumber } from '@ostiary/json';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';
import type { Context } from './types.js';

const DECLARED = `tool t (
  n?: int, ns?: [int], ds?: [decimal], cents?: [decimal2], prices?: [money], fees?: [money EUR], waits?: [duration], ats?: [time], words?: [keyword],
  lines?: [{ price?: money EUR, count?: int, of?: [int] }]); tool u (m: int, k: money EUR);`;

const TRUTHS: Readonly<Record<string, boolean | undefined>> = {
  confirm_required: true,
  no_rule: false,
  guard_undefined: undefined,
};

/** The truth of a test, which both evaluators must say; undefined when it has none. */
function truth(test: string, args: object, context: Context = {}): boolean | undefined {
  const loaded = loadPolicy(`dialect 2; default allow; ${DECLARED} confirm (tool) when { ${test} };`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call = { tool: 't', args: args as Record<string, unknown> };
  const { slug } = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context).slug).toBe(slug);
  if (!Object.hasOwn(TRUTHS, slug)) throw new Error(slug);
  return TRUTHS[slug];
}

const fraction = (units: number, scale: number) => exactNumber(`${String(units)}e-${String(scale)}`);

describe('the sum over a list', () => {
  it.each<[string, object, boolean | undefined]>([
    ['args.ns.sum(x, x) == 6', { ns: [1, 2, 3] }, true],
    ['args.ns.sum(x, x * x - 1) == 11', { ns: [1, 2, 3] }, true],
    ['args.ns.sum(x, 2) == 6', { ns: [1, 2, 3] }, true],
    ['-args.ns.sum(x, x) == -6', { ns: [1, 2, 3] }, true],
    ['args.ns.sum(x, x * args.n) == 12', { ns: [1, 2, 3], n: 2 }, true],
    ['args.ns.sum(x, x * args.n) == 12', { ns: [1, 2, 3] }, undefined],
    ['args.ns.sum(x, args.ns.sum(y, x * y)) == 9', { ns: [1, 2] }, true],
    ['args.ns.any(x, args.ns.sum(y, y - x) == 0)', { ns: [1, 2, 3] }, true],
    ['args.ns.sum(x, if x > 1 then 1 else 0) == 2', { ns: [1, 2, 3] }, true],
    ['args.words.sum(x, x.size()) == 3', { words: ['a', 'bc'] }, true],
    ['args.ds.sum(x, x) == 0.3', { ds: [0.1, 0.2] }, true],
    ['args.cents.sum(x, x) == 0.3', { cents: [0.1, 0.2] }, true],
    ['args.cents.sum(x, x) <= 1', { cents: [0.1, 0.2] }, true],
    ['args.fees.sum(x, x) == 0.30 EUR', { fees: [0.1, 0.2] }, true],
    ['args.fees.sum(x, x * 0.5) > 0.00 EUR', { fees: [0.01] }, true],
    ['args.waits.sum(x, x) == 90m', { waits: ['1h', '30m'] }, true],
    ['args.ats.sum(x, now.time - x) == 3h', { ats: ['2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z'] }, true],
    [
      'args.lines.sum(i, i.price * i.count) == 5.50 EUR',
      {
        lines: [
          { price: 2.5, count: 1 },
          { price: 1, count: 3 },
        ],
      },
      true,
    ],
    [
      'args.lines.sum(i, i.price * i.count) == 2.50 EUR',
      { lines: [{ price: 2.5, count: 1 }, { price: 1 }] },
      undefined,
    ],
    ['args.lines.sum(i, i.price * (i.count or else 1)) == 3.50 EUR', { lines: [{ price: 2.5 }, { price: 1 }] }, true],
    ['args.lines.sum(i, i.of.sum(x, x)) == 6', { lines: [{ of: [1, 2] }, { of: [] }, { of: [3] }] }, true],
    ['args.ns.sum(x, x) == 0', {}, undefined],
    ['args.ns.sum(x, x) in [0, 6]', { ns: [1, 2, 3] }, true],
  ])('%s of %j is %s', (test, args, expected) => {
    expect(truth(test, args, { now: Date.UTC(2026, 2, 2, 12) })).toBe(expected);
  });

  it.each<[string, object, boolean | undefined]>([
    ['args.ns.sum(x, x) == 0', { ns: [] }, true],
    ['args.waits.sum(x, x) == 0s', { waits: [] }, true],
    ['args.ats.sum(x, now.time - x) == 0s', { ats: [] }, true],
    ['args.fees.sum(x, x) == 0.00 EUR', { fees: [] }, true],
    ['args.prices.sum(x, x) == 0.00 EUR', { prices: [] }, undefined],
    ['args.prices.sum(x, x in EUR using rates@v1) == 0.00 EUR', { prices: [] }, true],
    ['args.prices.sum(x, x + 1.00 EUR) == 0.00 EUR', { prices: [] }, undefined],
    ['args.fees.sum(x, x * 2 - 1.00 EUR) == 0.00 EUR', { fees: [] }, true],
    ['args.prices.sum(x, if x > 1.00 EUR then 1.00 EUR else 2.00 EUR) == 0.00 EUR', { prices: [] }, true],
    ['args.ns.sum(x, x * args.m) == 0', { ns: [] }, true],
    ['args.ns.sum(x, x * args.m) == 0', { ns: [1] }, undefined],
    ['args.ns.sum(x, x * args.k) == 0.00 EUR', { ns: [] }, undefined],
    ['args.lines.sum(i, i.of.sum(x, x)) == 0', { lines: [] }, true],
  ])('over nothing: %s of %j is %s', (test, args, expected) => {
    expect(truth(test, args, { now: 0 })).toBe(expected);
  });

  it('has no value for amounts in two currencies, whatever they come to', () => {
    expect(truth('args.prices.sum(x, x) > 0.00 EUR', { prices: ['1.00 EUR', '2.00 EUR'] })).toBe(true);
    expect(truth('args.prices.sum(x, x) > 0.00 EUR', { prices: ['1.00 EUR', '2.00 USD'] })).toBeUndefined();
    expect(truth('args.prices.sum(x, x) > 0.00 EUR', { prices: ['0.00 USD', '2.00 EUR'] })).toBeUndefined();
  });

  it('has no value where its own digits reach too far, and one where they do so on the way', () => {
    const most = exactNumber('9e999');
    expect(truth('args.ds.sum(x, x) > 0', { ds: [most, most] })).toBeUndefined();
    expect(truth('args.ds.sum(x, x) > 0', { ds: [most, most, exactNumber('-9e999')] })).toBe(true);
  });

  it('is the sum of the integers behind its items, in any order', () => {
    const term = fc.record({ units: fc.maxSafeInteger(), scale: fc.nat({ max: 6 }) });
    const property = fc.property(
      fc.array(term, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -1, max: 1 }),
      (terms, off) => {
        const units = terms.reduce((sum, each) => sum + BigInt(each.units) * 10n ** BigInt(6 - each.scale), 0n);
        const n = Number(units / 1_000_000n) + off;
        if (!Number.isSafeInteger(n)) return;
        const ds = terms.map((each) => fraction(each.units, each.scale));
        const expected = units <= BigInt(n) * 1_000_000n;
        expect(truth('args.ds.sum(x, x) <= args.n', { ds, n })).toBe(expected);
        expect(truth('args.ds.sum(x, x) <= args.n', { ds: ds.toReversed(), n })).toBe(expected);
      },
    );
    fc.assert(property, { numRuns: 100 });
  });
});
