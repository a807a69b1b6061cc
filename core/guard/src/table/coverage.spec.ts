import type { Call, Context } from '@ostiary/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { prepared } from '../testing/index.js';
import { Boundaries } from './boundaries.js';
import { Coverage, type RuleCoverage } from './coverage.js';

const text = `dialect 1; default refuse;
@id("a") allow t when n <= 5;
@id("c") confirm t when m <= 5;
@id("r") refuse t when k <= 5;`;

function covered(calls: readonly Call['args'][], context: Context = {}): readonly RuleCoverage[] {
  const policy = prepared(text);
  const coverage = new Coverage(policy.decider);
  for (const args of calls) {
    const call = { tool: 't', args };
    coverage.add(decide(policy, call, context), call, context);
  }
  return coverage.result;
}

const counts = (calls: readonly Call['args'][], context?: Context): unknown =>
  covered(calls, context).map(({ rule, fired, decided, undefined: unknown }) => [rule, fired, decided, unknown]);

describe('Coverage', () => {
  it('counts weaker rules that fired and did not decide', () => {
    expect(counts([{ n: 1, m: 1, k: 1 }])).toEqual([
      ['a', 1, 0, 0],
      ['c', 1, 0, 0],
      ['r', 1, 1, 0],
    ]);
  });

  it('counts weaker rules that fired on undefined; an allow rule does not', () => {
    expect(counts([{ k: 1 }])).toEqual([
      ['a', 0, 0, 0],
      ['c', 1, 0, 1],
      ['r', 1, 1, 0],
    ]);
    expect(counts([{}])).toEqual([
      ['a', 0, 0, 0],
      ['c', 1, 0, 1],
      ['r', 1, 1, 1],
    ]);
  });

  it('counts what lies under a confirmation that was given', () => {
    expect(counts([{ n: 1, m: 1, k: 9 }], { confirmed: true })).toEqual([
      ['a', 1, 0, 0],
      ['c', 1, 1, 0],
      ['r', 0, 0, 0],
    ]);
  });

  it('is what each rule by itself says of each call', () => {
    const value = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.record({ n: value, m: value, k: value }), { maxLength: 8 }), (calls) => {
        const fires = (given: number | undefined, strict: boolean): boolean =>
          given === undefined ? strict : given <= 5;
        const found = covered(calls);
        const asked = calls.filter(({ n, m, k }) => fires(n, false) || fires(m, true) || fires(k, true));
        expect(found.map(({ fired }) => fired)).toEqual([
          asked.filter(({ n }) => fires(n, false)).length,
          asked.filter(({ m }) => fires(m, true)).length,
          asked.filter(({ k }) => fires(k, true)).length,
        ]);
      }),
    );
  });
});

describe('Boundaries', () => {
  it('reads an amount with the currency that stands beside it', () => {
    const money = { type: { kind: 'money', currencyFrom: 'currency' }, required: false };
    const fields = { amount: money, currency: { type: { kind: 'string', format: 'text' }, required: false } };
    const catalogue = { name: 'c', tools: [{ name: 't', classes: [], args: { kind: 'record', fields } }] };
    const policy = prepared('dialect 1; @id("a") allow t when amount <= 5.00 EUR;', catalogue);
    const boundaries = new Boundaries(policy.core);
    boundaries.add({ tool: 't', args: { amount: 5, currency: 'EUR' } }, {});
    boundaries.add({ tool: 't', args: { amount: 5.01, currency: 'USD' } }, {});
    expect(boundaries.result).toMatchObject([{ path: 'args.amount', missing: ['4.99 EUR', '5.01 EUR'] }]);
  });

  it('reads the clock of the zone that a rule reads', () => {
    const policy = prepared('dialect 2; @id("a") allow (tool == "t") when { now("Asia/Kolkata").hour < 9 };');
    const boundaries = new Boundaries(policy.core);
    for (const now of ['2026-03-01T02:30:00Z', '2026-03-01T03:29:59Z', '2026-03-01T03:30:00Z'])
      boundaries.add({ tool: 't', args: {} }, { now: Date.parse(now) });
    expect(boundaries.result).toEqual([
      { path: 'now("Asia/Kolkata").hour', threshold: '9', rules: ['a'], missing: ['10'] },
    ]);
  });
});
