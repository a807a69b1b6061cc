import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const b01 = async (rules: string, more = '') =>
  findings(
    'B01',
    `dialect 1; tool deploy @write (env: text, kind?: keyword, tags?: [text]); ${more}\nallow deploy;\n${rules}`,
  );

describe('B01, a variant in case or white space', () => {
  it('is found where a refusal names a text', async () => {
    const [finding, ...others] = await b01('@id("prod") refuse deploy when env == "prod";');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['prod'], tool: 'deploy', attribute: 'args.env' });
    expect(finding?.witness?.steps.map(({ call, answer }) => [call.args['env'], answer])).toEqual([
      ['prod', 'refuse'],
      ['PROD', 'allow'],
    ]);
  });

  it('is of high severity where the catalogue shows that the tool does not mind', async () => {
    const [finding] = await b01('@id("prod") refuse deploy when env == "prod";', 'tool plan @read (env: keyword);');
    expect(finding?.severity).toBe('high');
  });

  it.each(['env in ["prod", "live"]', 'env like "*prod*"', 'env matches "prod[0-9]*"', 'tags contains "prod"'])(
    'is found where a confirmation asks %s',
    async (test) => {
      expect((await b01(`confirm deploy when ${test};`)).map(({ severity }) => severity)).toEqual(['medium']);
    },
  );

  it('is found where an allowance excepts a text', async () => {
    const text = 'dialect 1; tool deploy @write (env: text); @id("a") allow deploy when env != "prod";';
    expect((await findings('B01', text)).map(({ rules }) => rules)).toEqual([['a']]);
  });

  it('is found where a confirmation leaves out what the default refuses', async () => {
    const text = 'dialect 1; tool deploy @write (env: text); @id("c") confirm deploy when env != "prod";';
    expect((await findings('B01', text)).map(({ rules, severity }) => [rules, severity])).toEqual([[['c'], 'medium']]);
  });

  it.each([
    ['the format folds', 'refuse deploy when kind == "prod";'],
    ['every spelling is refused', 'refuse deploy when env matches "\\s*[Pp][Rr][Oo][Dd]\\s*";'],
    ['what is not named is refused', 'refuse deploy when env != "dev";'],
  ])('is not where %s', async (_, rules) => {
    expect(await b01(rules)).toEqual([]);
  });

  it('is not where an allowance names the text', async () => {
    const text =
      'dialect 1; tool deploy @write (env: text); allow deploy when env == "dev"; confirm deploy when env == "prod";';
    expect(await findings('B01', text)).toEqual([]);
  });
});
