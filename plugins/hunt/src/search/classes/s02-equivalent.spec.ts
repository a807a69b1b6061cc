import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const PAY = 'tool pay @write (n?: int 0..5, env: keyword);';

describe('S02, one rule twice', () => {
  it('is found however the two are written', async () => {
    const text = `dialect 2; ${PAY} @id("x") allow (tool) when { args.n < 3 && args.n > 0 }; @id("y") allow (tool) when { args.n in [2, 1] };`;
    expect(await findings('S02', text)).toMatchObject([{ severity: 'low', rules: ['x', 'y'] }]);
  });

  it.each([
    `dialect 1; ${PAY} allow pay when n < 3; refuse pay when n < 3;`,
    `dialect 1; ${PAY} allow pay when n < 3; allow pay when n < 2;`,
    // They differ where there is no `n`.
    `dialect 1; ${PAY} refuse pay when n < 3; refuse pay when has n and n < 3;`,
    `dialect 1; ${PAY} tool b @read (n?: int 0..5); allow pay when n < 3; allow [pay, b] when n < 3;`,
    // Neither is ever true: G01.
    `dialect 1; ${PAY} allow pay when env == "a" and env == "b"; allow pay when n == 1 and n == 2;`,
  ])('is not in %s', async (text) => {
    expect(await findings('S02', text)).toEqual([]);
  });
});
