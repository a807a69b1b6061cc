import { describe, expect, it } from 'vitest';
import { refunds } from '../../../../../core/policy/src/testing/corpus/refunds.js';
import { answers, findings } from '../testing/findings.js';

const s09 = async (rules: string, otherwise = 'refuse') =>
  findings('S09', `dialect 1; default ${otherwise}; tool pay (amount: money EUR, rows: int 0..100);\n${rules}`);

describe('S09, a hole at a boundary', () => {
  it('is found where two ranges touch and neither holds the bound', async () => {
    const [finding, ...others] = await s09(
      '@id("small") allow pay when amount < 100.00 EUR; @id("large") confirm pay when amount > 100.00 EUR;',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'stricter', rules: ['small', 'large'] });
    expect(finding?.witness?.steps.map(({ call, answer }) => [Number(call.args['amount']), answer])).toEqual([
      [99.99, 'allow'],
      [100, 'refuse'],
      [100.01, 'confirm'],
    ]);
  });

  it('is of high severity where the hole is milder than both sides', async () => {
    const [finding] = await s09('confirm pay when rows < 50; refuse pay when rows > 50;', 'allow');
    expect(finding).toMatchObject({ severity: 'high', subkind: 'milder', attribute: 'args.rows' });
    expect(answers(finding)).toEqual(['confirm', 'allow', 'refuse']);
  });

  it('is of high severity where some calls find it milder and others stricter', async () => {
    const rules = 'confirm pay when rows < 50; confirm pay when rows > 50; allow pay when amount < 5.00 EUR;';
    expect(await s09(rules)).toMatchObject([{ severity: 'high', subkind: 'milder', attribute: 'args.rows' }]);
  });

  it.each([
    ['one range holds the bound', 'allow pay when amount < 100.00 EUR; confirm pay when amount >= 100.00 EUR;'],
    ['both hold it', 'allow pay when amount <= 100.00 EUR; confirm pay when amount >= 100.00 EUR;'],
    [
      'the value is named',
      'allow pay when amount < 5.00 EUR; allow pay when amount > 5.00 EUR; refuse pay when amount == 5.00 EUR;',
    ],
    ['the ranges lie apart', 'allow pay when amount < 100.00 EUR; confirm pay when amount > 200.00 EUR;'],
  ])('is not where %s', async (_, rules, otherwise = 'refuse') => {
    expect(await s09(rules, otherwise)).toEqual([]);
  });

  it('is not where an earlier call must have had the same amount', async () => {
    const text =
      'dialect 2; tool look @read (amount: money EUR); tool pay @write (amount: money EUR); allow (tool == "look"); ' +
      'allow (tool == "pay") when { args.amount <= 100.00 EUR } when history { formerly within 1h look.ok{ amount: args.amount } }; ' +
      'confirm (tool == "pay") when { args.amount > 100.00 EUR } when history { formerly within 1h look.ok{ amount: args.amount } };';
    expect(await findings('S09', text)).toEqual([]);
  });

  it('is not where other bounds, moved by another argument, happen to change the answer there', async () => {
    const text =
      'dialect 2; tool pay @write (amount: money EUR, fee: money EUR); ' +
      'allow (tool == "pay") when { args.amount <= 100.00 EUR && args.fee > 500.00 EUR }; confirm (tool == "pay") when { args.amount > 100.00 EUR && args.fee > 500.00 EUR }; ' +
      'confirm (tool == "pay") when { args.amount + args.fee > 90.00 EUR }; refuse (tool == "pay") when { args.amount + args.fee > 90.01 EUR };';
    expect(await findings('S09', text)).toEqual([]);
  });

  it('is not in a policy that counts its bounds once', async () => {
    expect(await findings('S09', refunds.text, refunds.catalogue)).toEqual([]);
  });
});
