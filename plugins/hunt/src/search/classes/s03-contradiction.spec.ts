import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const PAY = 'tool pay @write (n?: int 0..5, env: keyword);';

describe('S03, two rules that contradict one another', () => {
  it('is found, with a call of which both are true', async () => {
    const text = `dialect 1; ${PAY} @id("x") allow pay when n < 3; @id("y") refuse pay when n <= 2;`;
    const [finding, ...others] = await findings('S03', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['x', 'y'] });
    expect(answers(finding)).toEqual(['refuse']);
    expect(finding?.witness?.steps[0]?.slug).toBe('refused');
  });

  it.each([
    `dialect 1; ${PAY} allow pay when n < 3; allow pay when n <= 2;`,
    `dialect 1; ${PAY} allow pay when n < 3; refuse pay when n > 2;`,
    `dialect 1; ${PAY} tool b @read (n?: int 0..5); allow [pay, b] when n < 3; refuse pay when n < 3;`,
  ])('is not in %s', async (text) => {
    expect(await findings('S03', text)).toEqual([]);
  });
});
