import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR, n?: int 0..5);';

describe('S01, a rule that never decides', () => {
  it('names the rules that cover an allowance', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when amount <= 1.00 EUR; @id("low") confirm pay when amount < 0.50 EUR; @id("high") refuse pay when amount >= 0.50 EUR; @id("n") refuse pay when n > 3;`;
    const found = await findings('S01', text);
    expect(found.filter(({ rules }) => rules[0] === 'x')).toMatchObject([
      { severity: 'medium', subkind: 'covered', evidence: { core: ['low', 'high'] } },
    ]);
  });

  it('is of low severity for a confirmation under a refusal', async () => {
    const text = `dialect 1; ${PAY} allow pay; @id("x") confirm pay when amount > 5.00 EUR; refuse pay when amount > 3.00 EUR;`;
    expect(await findings('S01', text)).toMatchObject([{ severity: 'low', rules: ['x'], subkind: 'covered' }]);
  });

  it('is what the default says', async () => {
    const text = `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; @id("x") refuse pay when amount > 1.00 EUR;`;
    expect(await findings('S01', text)).toMatchObject([{ severity: 'low', rules: ['x'], subkind: 'equal_to_default' }]);
  });

  it('is what another rule of the same effect says', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when amount <= 1.00 EUR; @id("y") allow pay when amount <= 2.00 EUR;`;
    expect(await findings('S01', text)).toMatchObject([
      { severity: 'low', rules: ['x'], subkind: 'redundant', evidence: { core: ['y'] } },
    ]);
  });

  it.each([
    `dialect 1; ${PAY} allow pay when amount <= 1.00 EUR; confirm pay when amount <= 5.00 EUR and amount > 1.00 EUR;`,
    `dialect 1; default confirm; ${PAY} allow pay when amount <= 1.00 EUR; refuse pay when amount > 1.00 EUR;`,
    `dialect 1; ${PAY} allow pay; refuse pay when n > 3;`,
    // It decides for whoever has no level, though the declaration says that everybody has.
    `dialect 1; ${PAY} principal (level: int 0..9); allow pay; refuse pay when principal.level > 20;`,
    `dialect 2; ${PAY} allow (tool) when { confirmed(this) };`,
    // Which of two sums decides is seen in a short session, and in no history that was made up at once.
    `dialect 2; ${PAY} allow (tool); refuse (tool) when history { sum(pay.open.amount) within 1h by principal including this > 100.00 EUR }; refuse (tool) when history { sum(pay.ok.amount) within 24h by principal including this > 150.00 EUR };`,
  ])('is not in %s', async (text) => {
    expect(await findings('S01', text)).toEqual([]);
  });
});
