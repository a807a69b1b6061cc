import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const TOOLS = 'tool assess_risk @read (trade: text); tool place_trade @write (trade: text, amount: money USD);';

describe('H02, a missing step', () => {
  // As in a published trade gate: one rule asks for the assessment, another one lets the trade through.
  it('is found where the rule that asks for it decides nothing', async () => {
    const [finding, ...others] = await findings(
      'H02',
      `dialect 2; ${TOOLS} allow (tool == "assess_risk");
       @id("gate") allow (tool == "place_trade") when { args.amount <= 100.00 USD } when history { formerly within 1h assess_risk.ok{ trade: args.trade } };
       @id("trades") allow (tool == "place_trade") when { args.amount <= 500.00 USD };`,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', tool: 'place_trade', rules: ['gate', 'trades'] });
    expect(session(finding)).toEqual(['place_trade allow']);
    expect(finding?.witness?.steps[0]?.context.history).toEqual([]);
  });

  const catalogue = (classes: readonly string[], aliasGroup?: string) => ({
    name: 'trading',
    tools: ['assess_risk', 'place_trade', 'submit_trade'].map((name) => ({
      name,
      classes: name === 'assess_risk' ? classes : ['irreversible'],
      ...(name !== 'assess_risk' && aliasGroup !== undefined && { aliasGroup }),
      args: { kind: 'record', fields: { trade: { type: { kind: 'string', format: 'text' }, required: true } } },
    })),
  });

  it('is found where a tool of another name needs it', async () => {
    const text = `dialect 2; allow (tool == "assess_risk"); @id("other") allow (tool == "submit_trade");
      @id("gate") allow (tool == "place_trade") when history { formerly within 1h assess_risk.ok{ trade: args.trade } };`;
    expect((await findings('H02', text, catalogue(['read'], 'trade'))).map(({ tool, rules }) => [tool, rules])).toEqual(
      [['submit_trade', ['other', 'gate']]],
    );
    expect(await findings('H02', text, catalogue(['read']))).toEqual([]);
  });

  it('is found where the catalogue has a check that no rule asks for', async () => {
    const text = 'dialect 2; allow (tool in ["assess_risk", "place_trade"]); refuse (tool == "submit_trade");';
    expect((await findings('H02', text, catalogue(['check', 'read']))).map(({ tool }) => tool)).toEqual([
      'place_trade',
    ]);
    expect(await findings('H02', text, catalogue(['read']))).toEqual([]);
  });

  it('is found where other rules stop some of the calls', async () => {
    const text =
      'dialect 2; tool look @read (id: text); tool pay @write (id: text, amount: money EUR); allow (tool == "look"); ' +
      '@id("gate") allow (tool == "pay") when history { formerly within 1h look.ok{ id: args.id } }; @id("all") allow (tool == "pay"); ' +
      'refuse (tool == "pay") when { args.amount > 90.00 EUR };';
    expect(await findings('H02', text)).toMatchObject([{ severity: 'high', tool: 'pay' }]);
  });

  it.each([
    [
      'less may go without it',
      `allow (tool == "place_trade") when { args.amount <= 10.00 USD };
      allow (tool == "place_trade") when { args.amount <= 100.00 USD } when history { formerly within 1h assess_risk.ok{ trade: args.trade } };`,
    ],
    [
      'nothing goes without it',
      'allow (tool == "place_trade") when history { formerly within 1h assess_risk.ok{ trade: args.trade } };',
    ],
  ])('is not where %s', async (_, rules) => {
    expect(await findings('H02', `dialect 2; ${TOOLS} allow (tool == "assess_risk"); ${rules}`)).toEqual([]);
  });
});
