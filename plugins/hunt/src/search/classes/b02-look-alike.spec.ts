import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const b02 = async (rules: string) =>
  findings('B02', `dialect 1; tool pay @write (payee: text, kind?: keyword);\nallow pay;\n${rules}`);

describe('B02, a look-alike', () => {
  it('is found where a refusal names a text', async () => {
    const [finding, ...others] = await b02('@id("blocked") refuse pay when payee == "Acme";');
    expect(others).toEqual([]);
    // Another case passes as well, of which B01 tells.
    expect(finding).toMatchObject({ severity: 'low', rules: ['blocked'], attribute: 'args.payee' });
    expect(finding?.detail.en).toContain('(B01)');
    expect(finding?.witness?.steps.map(({ call, answer }) => [call.args['payee'], answer])).toEqual([
      ['Acme', 'refuse'],
      ['A\u0441me', 'allow'],
    ]);
    expect(finding?.title.en).toContain('\\u{441}');
  });

  it('is found where only letters that look alike are thought of', async () => {
    const [finding] = await b02('refuse pay when payee matches " *[Aa\u0430][Cc\u0441][Mm][Ee\u0435] *";');
    expect(finding?.severity).toBe('medium');
    expect(finding?.witness?.steps[1]?.call.args['payee']).not.toMatch(/^[\p{L}]{4}$/u);
  });

  it.each([
    ['the format folds', 'refuse pay when kind == "acme";'],
    ['all but one is refused', 'refuse pay when payee != "Bell";'],
    ['only plain letters pass', 'refuse pay when payee == "Acme"; refuse pay when payee not matches "[A-Za-z]+";'],
  ])('is not where %s', async (_, rules) => {
    expect(await b02(rules)).toEqual([]);
  });
});
