import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const twice = (name: string): string => `allow a when ${name}; allow b when ${name};`;

describe('G05, a name that is not what it looks like', () => {
  it('finds a misspelt attribute that nothing declares', async () => {
    const text = `dialect 1; ${twice('principal.department == "x"')} @id("x") refuse c when principal.deparment == "x";`;
    expect(await findings('G05', text)).toMatchObject([
      { severity: 'medium', rules: ['x'], attribute: 'principal.deparment', subkind: 'attribute' },
    ]);
  });

  it('finds a misspelt tool, of high severity where a rule would have stopped it', async () => {
    const text =
      'dialect 1; allow refund_order when n < 5; confirm refund_order when n < 9; @id("x") refuse refund_odrer when n > 3;';
    expect(await findings('G05', text)).toMatchObject([{ severity: 'high', rules: ['x'], subkind: 'tool' }]);
  });

  it('finds a misspelt value', async () => {
    const text = `dialect 1; ${twice('env == "staging"')} @id("x") allow b when env == "stagging" and n == 1;`;
    expect(await findings('G05', text)).toMatchObject([{ severity: 'low', rules: ['x'], subkind: 'value' }]);
  });

  it('says again what the policy is warned of', async () => {
    const text = 'dialect 1; tool a @read (n: int); tool b @read (); allow b; @id("x") refuse [a, b] when n > 3;';
    expect(await findings('G05', text)).toMatchObject([
      { severity: 'medium', rules: ['x'], subkind: 'attribute_missing' },
    ]);
  });

  it.each([
    `dialect 1; ${twice('principal.team == "x"')} refuse c when principal.teams == "x";`,
    `dialect 1; ${twice('principal.line1 == "x"')} refuse c when principal.line2 == "x";`,
    'dialect 1; principal (role: keyword, rule: keyword); allow a when principal.role == "x"; allow b when principal.rule == "x";',
    'dialect 1; allow read_file; allow read_files; allow read_file when n == 1;',
    `dialect 1; ${twice('env == "live"')} allow c when env == "love";`,
  ])('is not in %s', async (text) => {
    expect(await findings('G05', text)).toEqual([]);
  });
});
