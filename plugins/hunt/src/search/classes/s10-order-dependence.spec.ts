import { describe, expect, it } from 'vitest';
import { foundIn } from '../../import/testing/hunt-foreign.js';
import { answers, findings } from '../testing/findings.js';

const rule = (name: string, condition: string, action: string, priority: number): string =>
  `  - { name: ${name}, condition: "${condition}", action: ${action}, priority: ${String(priority)} }`;
const policy = (...rules: readonly string[]): string => ['default_action: deny', 'rules:', ...rules].join('\n');
const SMALL = "tool_name == 'pay' and amount <= 100";

describe('S10, a rule that comes too late', () => {
  it('shows the call, the rule and the one before it', async () => {
    const text = policy(
      rule('small', SMALL, 'allow', 5),
      rule('payee', "tool_name == 'pay' and payee == 'evil'", 'deny', 1),
    );
    const [finding, ...others] = await foundIn('agt', text, ['S10', 'X01']);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ class: 'S10', severity: 'high', rules: ['small', 'payee'], tool: 'pay' });
    expect(answers(finding)).toEqual(['allow']);
    expect(finding?.witness?.steps[0]).toMatchObject({ deciding: ['small'], call: { args: { payee: 'evil' } } });
  });

  it.each([
    ['the stricter one comes first', [rule('small', SMALL, 'allow', 1), rule('payee', "payee == 'evil'", 'deny', 5)]],
    ['no call is of both', [rule('small', SMALL, 'allow', 5), rule('large', 'amount > 100', 'deny', 1)]],
    ['they are about two tools', [rule('small', SMALL, 'allow', 5), rule('wire', "tool_name == 'wire'", 'deny', 1)]],
    ['the stricter one is dead', [rule('small', SMALL, 'allow', 5), rule('dead', 'a and (b or c)', 'deny', 1)]],
  ])('is not there where %s', async (_, rules) => {
    expect(await foundIn('agt', policy(...rules), ['S10', 'X01'])).toEqual([]);
  });

  it('is not in our own language', async () => {
    const text =
      'dialect 1; tool pay (amount: int, payee: text); allow pay when amount < 5; refuse pay when payee == "x";';
    expect(await findings('S10', text)).toEqual([]);
  });
});
