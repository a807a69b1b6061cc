import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR, n?: int 0..5, env: keyword);';

describe('G04, a test that changes nothing', () => {
  it('is found where another test says as much, which it names', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when amount <= 1.00 EUR and n == 1 and amount < 5.00 EUR;`;
    const [finding, ...others] = await findings('G04', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'low', rules: ['x'], attribute: 'args.amount' });
    expect(finding?.title.en).toBe('`amount < 5.00 EUR` in `x` changes nothing');
    expect(finding?.detail.en).toContain('`amount <= 1.00 EUR` already implies it');
  });

  it('is found in an alternative', async () => {
    const text = `dialect 2; ${PAY} @id("x") allow (tool) when { args.n == 1 && (args.env == "a" || args.n < 3) };`;
    expect((await findings('G04', text)).map(({ title }) => title.en)).toEqual([
      expect.stringContaining('`args.env == "a"`'),
    ]);
  });

  it.each([
    `dialect 1; ${PAY} allow pay when amount <= 5.00 EUR and amount > 1.00 EUR;`,
    `dialect 1; ${PAY} refuse pay when has n and n > 3;`,
    `dialect 1; ${PAY} allow pay when has n and n > 3;`,
    `dialect 2; ${PAY} allow (tool) when { args.env == "a" || args.env == "b" };`,
    `dialect 2; ${PAY} define small = args.n < 3 && args.n < 5; allow (tool) when { args.env == "a" && small };`,
    'dialect 1; tool a @read (n: int 0..1, m: int); tool b @read (n: int 0..9, m: int); allow [a, b] when n <= 5 and m == 1;',
  ])('is not in %s', async (text) => {
    expect(await findings('G04', text)).toEqual([]);
  });
});
