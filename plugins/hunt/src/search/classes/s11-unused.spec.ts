import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const PAY = 'tool pay @write (n?: int 0..5, env: keyword);';

describe('S11, something that nothing comes of', () => {
  it('finds a definition, an attribute, and a value of a list', async () => {
    const text = `dialect 2; ${PAY} principal (id: text, level: int, mfa: bool); define odd = args.n == 1;
      @id("x") allow (tool) when { args.n in [1, 2, 4] && args.n < 3 && principal.mfa };`;
    const found = await findings('S11', text);
    expect(found.map(({ severity, attribute, subkind }) => [severity, subkind, attribute])).toEqual([
      ['info', 'definition', 'odd'],
      ['info', 'attribute', 'principal.level'],
      ['info', 'value 2', 'args.n'],
    ]);
    expect(found[2]?.title.en).toContain('`4` in the list of `args.n`');
  });

  it.each([
    `dialect 2; ${PAY} define odd = args.n == 1; allow (tool) when { odd };`,
    `dialect 1; ${PAY} principal (level: int); allow pay when principal.level > 3;`,
    `dialect 1; ${PAY} allow pay when n in [1, 2] and n < 3;`,
    `dialect 1; ${PAY} allow pay when n in [1, 2] and env in ["a", "b"];`,
  ])('is not in %s', async (text) => {
    expect(await findings('S11', text)).toEqual([]);
  });
});
