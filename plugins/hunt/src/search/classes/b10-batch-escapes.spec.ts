import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const b10 = async (rules: string) =>
  findings(
    'B10',
    `dialect 2; tool pay @irreversible (items: [{ to: text, amount: money EUR 0.01..1000000.00 }], counts?: [int 0..1000]);\n${rules}`,
  );

describe('B10, a batch that escapes a limit', () => {
  it('is found where each item is limited and their sum is not', async () => {
    const [finding, ...others] = await b10(
      '@id("small") allow (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) };',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['small'], attribute: 'args.items' });
    const items = finding?.witness?.steps[0]?.call.args['items'] as readonly { readonly amount: unknown }[];
    const amounts = items.map(({ amount }) => Number.parseFloat(String(amount)));
    expect(Math.max(...amounts)).toBeLessThanOrEqual(100);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeGreaterThan(100);
  });

  it('is of low severity where the items are plain numbers', async () => {
    const [finding] = await b10('allow (tool == "pay") when { args.counts.all(n, n <= 5) };');
    expect(finding?.severity).toBe('low');
  });

  it.each([
    'allow (tool == "pay") when { !args.items.any(i, i.amount > 100.00 EUR) };',
    'allow (tool == "pay"); refuse (tool == "pay") when { args.items.any(i, i.amount > 100.00 EUR) };',
  ])('is found in %s', async (rules) => {
    expect(await b10(rules)).toMatchObject([{ severity: 'high', attribute: 'args.items' }]);
  });

  it.each([
    [
      'the sum is limited at more than one item may be',
      'allow (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) && args.items.sum(i, i.amount) <= 500.00 EUR };',
    ],
    [
      'the sum is limited too',
      'allow (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) && args.items.sum(i, i.amount) <= 100.00 EUR };',
    ],
    [
      'a refusal limits it',
      'allow (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) }; refuse (tool == "pay") when { args.items.sum(i, i.amount) > 100.00 EUR };',
    ],
    [
      'there is one item',
      'allow (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) && args.items.size() == 1 };',
    ],
    ['nothing is allowed', 'confirm (tool == "pay") when { args.items.all(i, i.amount <= 100.00 EUR) };'],
  ])('is not where %s', async (_, rules) => {
    expect(await b10(rules)).toEqual([]);
  });
});
