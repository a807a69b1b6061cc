import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR, n?: int 0..5, env: keyword);';

describe('G01, a condition that is never true', () => {
  it('names the tests that contradict one another, and no other', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when n == 1 and amount > 5.00 EUR and env == "a" and amount < 4.00 EUR;`;
    const [finding, ...others] = await findings('G01', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['x'] });
    expect(finding?.detail.en).toContain('`amount > 5.00 EUR` and `amount < 4.00 EUR` cannot be true together.');
    expect(finding?.detail.en).not.toContain('env');
  });

  it('is of high severity where the rule would refuse, and tells where it still applies', async () => {
    const [one] = await findings('G01', `dialect 1; ${PAY} allow pay; refuse pay when env == "a" and env == "b";`);
    expect(one?.severity).toBe('high');
    expect(one?.detail.en).toContain('so the rule never applies');
    const [other] = await findings(
      'G01',
      `dialect 2; ${PAY} allow (tool); refuse (tool) when { args.n + args.n > 20 };`,
    );
    expect(other?.detail.en).toContain('lack something it reads');
  });

  it('takes what `unless` excludes for a test', async () => {
    const [finding] = await findings('G01', `dialect 1; ${PAY} allow pay when env == "a" unless env in ["a", "b"];`);
    expect(finding?.detail.en).toContain('`env == "a"` and `not env in ["a", "b"]` cannot be true together.');
  });

  it.each([
    `dialect 1; ${PAY} allow pay when amount > 5.00 EUR and amount < 5.02 EUR;`,
    `dialect 2; ${PAY} allow (tool) when { args.env == "a" || args.env == "b" };`,
    `dialect 2; ${PAY} allow (tool) when { confirmed(this) };`,
    'dialect 1; tool a @read (n: int 0..1); tool b @read (n: int 0..9); allow [a, b] when n == 5;',
  ])('is not in %s', async (text) => {
    expect(await findings('G01', text)).toEqual([]);
  });
});
