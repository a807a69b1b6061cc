import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const policy = (property: string): string =>
  `dialect 2; tool pay @write (amount: money EUR 0.01..5000.00, to: iban); confirm (tool == "pay"); ${property}`;

describe('P02, a property that says nothing', () => {
  it.each([
    ['a bound that no amount passes', 'never "x": answer == "allow" && args.amount > 10000.00 EUR;', []],
    ['an always that asks the same', 'always "x": answer != "allow" || args.amount <= 10000.00 EUR;', []],
    [
      'tests that exclude each other',
      'never "x": answer == "allow" && args.amount < 1.00 EUR && args.amount > 2.00 EUR;',
      [],
    ],
    [
      'assumptions that leave nothing',
      'assume "small": args.amount <= 10.00 EUR; never "x": answer == "allow" && args.amount > 100.00 EUR;',
      ['small'],
    ],
  ])('is found: %s', async (_, property, assumptions) => {
    const [finding, ...others] = await findings('P02', policy(property));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'x', witness: null, evidence: { assumptions } });
  });

  it('is found where it names one tool of several', async () => {
    const text = `${policy('never "x": answer == "allow" && tool == "pay" && args.amount > 10000.00 EUR;')} tool look @read (id: text); allow (tool == "look");`;
    expect(await findings('P02', text)).toMatchObject([{ subkind: 'x' }]);
  });

  it.each([
    'never "x": answer == "allow" && tool == "pay" && args.amount > 1000.00 EUR;',
    'never "x": answer == "allow" && args.amount > 1000.00 EUR;',
    'never "x": answer == "allow";',
    'always "x": args.amount <= 5000.00 EUR;',
    'always "x": answer != "allow" || args.amount <= 1000.00 EUR;',
    'assume "small": args.amount <= 10.00 EUR; never "x": answer == "allow" && args.amount > 5.00 EUR;',
    'always "x": session sum(pay.ok.amount) within 24h by principal <= 10.00 EUR;',
  ])('is not: %s', async (property) => {
    expect(await findings('P02', policy(property))).toEqual([]);
  });
});
