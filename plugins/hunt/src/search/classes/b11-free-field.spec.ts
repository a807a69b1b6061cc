import { describe, expect, it } from 'vitest';
import { mail } from '../../../../../core/policy/src/testing/corpus/mail.js';
import { answers, findings } from '../testing/findings.js';

const b11 = async (rules: string, tool = 'to: [email], cc?: [email], from?: email, note?: text') =>
  findings('B11', `dialect 2; tool send @sink (${tool});\n${rules}`);

describe('B11, a field that escapes', () => {
  it('is found where a rule asks who is written to and not who gets a copy', async () => {
    const [finding, ...others] = await b11(
      '@id("ours") allow (tool == "send") when { args.to.all(a, a.domain == "corp.example") };',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', tool: 'send', attribute: 'args.cc' });
    expect(answers(finding)).toEqual(['refuse', 'allow']);
    expect(finding?.witness?.steps[1]?.call.args['cc']).toEqual(['eve@attacker.example']);
  });

  it('is found where an amount lies in an object', async () => {
    const [finding] = await b11(
      'allow (tool == "send") when { args.amount <= 100.00 EUR };',
      'amount: money EUR, extra?: { tip?: money EUR }',
    );
    expect(finding).toMatchObject({ attribute: 'args.extra.tip', severity: 'high' });
  });

  it.each([
    [
      'both are asked',
      'allow (tool == "send") when { args.to.all(a, a.domain == "corp.example") && (!(has args.cc) || args.cc.all(a, a.domain == "corp.example")) };',
    ],
    [
      'a copy is refused',
      'allow (tool == "send") when { args.to.all(a, a.domain == "corp.example") }; refuse (tool == "send") when { has args.cc };',
    ],
    [
      'the rule that lets it pass asks of it',
      'allow (tool == "send") when { args.to.all(a, a.domain == "corp.example") && !(has args.cc) }; confirm (tool == "send") when { args.to.all(a, a.domain == "corp.example") && args.cc.any(a, a.domain != "corp.example") };',
    ],
    ['nobody asks where it goes', 'allow (tool == "send") when { args.note == "x" };'],
  ])('is not where %s', async (_, rules) => {
    expect(await b11(rules)).toEqual([]);
  });

  it('is of medium severity where somebody is asked before it happens', async () => {
    // The mail policy keeps personal data from those who are written to, and not from those who get a copy.
    const found = await findings('B11', mail.text, mail.catalogue);
    expect(found.map(({ attribute, severity, rules }) => [attribute, severity, rules])).toEqual([
      ['args.cc', 'medium', ['pii-out']],
    ]);
  });
});
