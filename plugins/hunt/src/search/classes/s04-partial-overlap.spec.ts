import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR, n?: int 0..5);';

describe('S04, ranges that overlap in part', () => {
  it('is found, with a call in both', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when amount <= 1.00 EUR; @id("y") confirm pay when amount > 0.80 EUR;`;
    const [finding, ...others] = await findings('S04', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'low', rules: ['x', 'y'], attribute: 'args.amount', tool: 'pay' });
    expect(answers(finding)).toEqual(['confirm']);
  });

  it.each([
    `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; confirm pay when amount > 1.00 EUR;`,
    `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; refuse pay when amount <= 0.50 EUR;`,
    `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; confirm pay when n > 3;`,
    `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; @exception("weekend") confirm pay when amount > 0.80 EUR;`,
    `dialect 2; ${PAY} allow (tool) when { args.amount <= 1.00 EUR }; refuse (tool) when history { sum(pay.open.amount) within 24h by principal including this > 3.00 EUR };`,
    `dialect 2; ${PAY} allow (tool) when { args.amount <= 1.00 EUR }; confirm (tool) when { args.amount > 0.80 EUR && session.label("untrusted") };`,
  ])('is not in %s', async (text) => {
    expect(await findings('S04', text)).toEqual([]);
  });
});
