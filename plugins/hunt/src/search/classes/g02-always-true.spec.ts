import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR 0.00..100.00, n?: int 0..5, env: keyword in ["a", "b"]);';

describe('G02, a condition that keeps nothing out', () => {
  it('is found where every value passes', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when amount <= 100.00 EUR and env in ["a", "b"];`;
    const [finding, ...others] = await findings('G02', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['x'] });
    expect(answers(finding)).toEqual(['allow']);
  });

  it('is found where a rule that refuses fires on what is missing, too', async () => {
    const text = `dialect 2; ${PAY} @id("x") refuse (tool) when { args.n + 1 > 0 };`;
    expect(await findings('G02', text)).toMatchObject([{ severity: 'medium', rules: ['x'] }]);
  });

  it.each([
    `dialect 1; ${PAY} allow pay;`,
    `dialect 1; ${PAY} allow pay when n <= 5;`,
    `dialect 1; ${PAY} allow pay when amount < 100.00 EUR;`,
    'dialect 1; tool a @read (n: int 0..1); tool b @read (n: int 0..9); allow [a, b] when n <= 5;',
  ])('is not in %s', async (text) => {
    expect(await findings('G02', text)).toEqual([]);
  });
});
