import { describe, expect, it } from 'vitest';
import { payments } from '../../../../../core/policy/src/testing/corpus/payments.js';
import { refunds } from '../../../../../core/policy/src/testing/corpus/refunds.js';
import { answers, findings } from '../testing/findings.js';

const s08 = async (rules: string, otherwise = 'refuse') =>
  findings(
    'S08',
    `dialect 1; default ${otherwise}; tool pay (amount: money EUR, rows: int, port: int 0..65535);\n${rules}`,
  );
const amounts = (finding: Awaited<ReturnType<typeof s08>>[number] | undefined) =>
  finding?.witness?.steps.map(({ call }) => Number.parseFloat(String(call.args['amount']))) ?? [];

describe('S08, a severity inversion', () => {
  it('is found where a range is confirmed and more is allowed', async () => {
    const [finding, ...others] = await s08(
      '@id("mid") confirm pay when amount > 100.00 EUR and amount <= 500.00 EUR;',
      'allow',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', attribute: 'args.amount', tool: 'pay' });
    expect(answers(finding).slice(-2)).toEqual(['confirm', 'allow']);
    const shown = amounts(finding);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)).toBeGreaterThan(500);
  });

  it('is found where only what is large is allowed, however large', async () => {
    const [finding] = await s08('@id("large") allow pay when amount > 100.00 EUR;');
    expect(finding).toMatchObject({ subkind: 'only_large', severity: 'high', rules: ['large'] });
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it('is found in a gap between two allowances', async () => {
    const [finding] = await s08(
      '@id("a") allow pay when amount <= 100.00 EUR; @id("b") allow pay when amount > 200.00 EUR and amount <= 300.00 EUR;',
    );
    expect(finding?.subkind).toBe('between');
    expect(answers(finding)).toEqual(['allow', 'refuse', 'allow']);
  });

  it('is of medium severity for whole numbers', async () => {
    const [finding] = await s08('allow pay when rows <= 10; allow pay when rows > 20;');
    expect(finding).toMatchObject({ severity: 'medium', attribute: 'args.rows' });
  });

  it.each([
    [
      'more is stricter',
      'allow pay when amount <= 100.00 EUR; confirm pay when amount > 100.00 EUR and amount <= 500.00 EUR;',
    ],
    ['there is a least amount', 'allow pay when amount >= 10.00 EUR and amount <= 100.00 EUR;'],
    ['a least amount is said by a refusal', 'refuse pay when amount < 1.00 EUR;', 'allow'],
    ['one amount is named', 'allow pay when amount < 100.00 EUR; allow pay when amount == 500.00 EUR;'],
    ['a whole number has a least value', 'allow pay when rows > 5;'],
    ['a range of whole numbers is refused', 'refuse pay when port >= 20 and port <= 25;', 'allow'],
  ])('is not where %s', async (_, rules, otherwise = 'refuse') => {
    expect(await s08(rules, otherwise)).toEqual([]);
  });

  it('is not where an amount must be that of an invoice', async () => {
    expect(await findings('S08', payments.text, payments.catalogue)).toEqual([]);
    expect(await findings('S08', refunds.text, refunds.catalogue)).toEqual([]);
  });
});
