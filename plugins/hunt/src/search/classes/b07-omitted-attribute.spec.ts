import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';
import { mail } from '../../../../../core/policy/src/testing/corpus/mail.js';

const PAY =
  'dialect 2; tool pay @irreversible (to: text, amount?: money EUR, urgent?: bool, notes?: [keyword], env?: keyword);';
const b07 = async (rules: string) => findings('B07', `${PAY}\n${rules}`);

describe('B07, an omitted attribute', () => {
  it('is found where a limit asks only about what is given', async () => {
    const [finding, ...others] = await b07(
      '@id("all") allow (tool == "pay"); @id("limit") confirm (tool == "pay") when { has args.amount && args.amount > 100.00 EUR };',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['limit'], tool: 'pay', attribute: 'args.amount' });
    expect(answers(finding)).toEqual(['confirm', 'allow']);
    expect(finding?.witness?.steps.map(({ call }) => Object.keys(call.args).includes('amount'))).toEqual([true, false]);
  });

  it('is found where a test that cannot be made counts as false', async () => {
    const [finding] = await b07(
      'allow (tool == "pay"); @id("limit") refuse (tool == "pay") when { (args.amount > 100.00 EUR) or else false };',
    );
    expect(answers(finding)).toEqual(['refuse', 'allow']);
  });

  it('is of medium severity where the tool may take something harmless in its place', async () => {
    const [finding] = await b07(
      'allow (tool == "pay"); @id("prod") refuse (tool == "pay") when { has args.env && args.env == "prod" };',
    );
    expect(finding?.severity).toBe('medium');
  });

  it('is found where a confirmation that cannot be read opens what the default refuses', async () => {
    const [finding, ...others] = await b07('@id("few") confirm (tool == "pay") when { args.amount <= 100.00 EUR };');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'opened', rules: ['few'], attribute: 'args.amount' });
    expect(answers(finding)).toEqual(['refuse', 'confirm']);
    expect(finding?.witness?.steps[1]?.call.args).not.toHaveProperty('amount');
  });

  it.each([
    [
      'the confirmation stands above an allowance',
      'allow (tool == "pay") when { principal.role == "clerk" }; confirm (tool == "pay") when { args.amount > 100.00 EUR };',
    ],
    ['a confirmation asks for it', 'confirm (tool == "pay") when { has args.amount && args.amount <= 100.00 EUR };'],
    [
      'the rule is undefined then, and fires',
      'allow (tool == "pay"); confirm (tool == "pay") when { args.amount > 1.00 EUR };',
    ],
    ['absence is what the rule is about', 'allow (tool == "pay"); refuse (tool == "pay") when { has args.env };'],
    [
      'the policy says what absence stands for',
      'allow (tool == "pay"); refuse (tool == "pay") when { (args.amount or else 0.00 EUR) > 1.00 EUR };',
    ],
    [
      'an allowance says that it is for calls without it',
      '@id("a") allow (tool == "pay") when { !(has args.amount) || args.amount < 9.00 EUR };',
    ],
    [
      'an allowance says so, and a refusal speaks of the others',
      'allow (tool == "pay") when { !(has args.amount) }; refuse (tool == "pay") when { has args.amount && args.amount > 9.00 EUR };',
    ],
    [
      'an allowance says what stands for it',
      'allow (tool == "pay") when { (args.amount or else 0.00 EUR) < 500.00 EUR }; refuse (tool == "pay") when { has args.amount && args.amount > 1.00 EUR };',
    ],
    [
      'a flag that is not set is as good as false',
      'allow (tool == "pay"); refuse (tool == "pay") when { has args.urgent && args.urgent };',
    ],
    [
      'nothing listed is as good as an empty list',
      'allow (tool == "pay"); refuse (tool == "pay") when { has args.notes && args.notes.contains("x") };',
    ],
  ])('is not where %s', async (_, rules) => {
    expect(await b07(rules)).toEqual([]);
  });

  it('is found where a flag is as bad as its absence and asked for', async () => {
    const [finding] = await b07(
      'allow (tool == "pay"); refuse (tool == "pay") when { has args.urgent && !args.urgent };',
    );
    expect(finding?.witness?.steps.map(({ call }) => call.args['urgent'])).toEqual([false, undefined]);
  });

  it('is not in a mail policy that asks for `cc` on purpose', async () => {
    expect(await findings('B07', mail.text, mail.catalogue)).toEqual([]);
  });
});
