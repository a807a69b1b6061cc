import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const PAY = `dialect 2; tool transfer @write (to: iban, amount: money EUR 0.01..100000.00);
@id("small") allow (tool == "transfer") when { args.amount <= 500.00 EUR };
@id("big") confirm (tool == "transfer") when { args.amount > 500.00 EUR };
`;
const IRREVERSIBLE = PAY.replace('@write', '@irreversible');
const capped = (window: string): string => `@id("cap") refuse (tool == "transfer")
  when history { sum(transfer.open.amount) within ${window} by principal including this > 2000.00 EUR };`;

describe('H01, splitting', () => {
  it('is found where nothing limits the sum', async () => {
    const [finding, ...others] = await findings('H01', IRREVERSIBLE);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'high',
      tool: 'transfer',
      attribute: 'args.amount',
      rules: ['small', 'big'],
    });
    expect(session(finding)).toEqual(['transfer confirm', 'transfer allow', 'transfer allow']);
    const amounts = finding?.witness?.steps.slice(1).map(({ call }) => call.args['amount']) ?? [];
    const whole = finding?.evidence.benign;
    expect(whole).toMatchObject({ answer: 'confirm', deciding: ['big'] });
    expect(amounts.reduce<number>((sum, each) => sum + Number(each), 0)).toBeCloseTo(
      Number(whole?.call.args['amount']),
    );
  });

  it('is critical where the whole would be refused', async () => {
    const [finding] = await findings('H01', IRREVERSIBLE.replace('confirm', 'refuse'));
    expect(finding?.severity).toBe('critical');
  });

  it('is found where the window is short, and weighs less where nothing shows that sums matter', async () => {
    expect((await findings('H01', PAY + capped('1h')))[0]?.severity).toBe('high');
    expect((await findings('H01', PAY))[0]?.severity).toBe('low');
  });

  it('goes through the step that comes before', async () => {
    const [finding] = await findings(
      'H01',
      `dialect 2; tool check_payee @read (to: iban); tool transfer @irreversible (to: iban, amount: money EUR 0.01..100000.00);
       allow (tool == "check_payee");
       allow (tool == "transfer") when { args.amount <= 500.00 EUR } when history { formerly within 1h check_payee.ok{ to: args.to } };`,
    );
    expect(session(finding)).toEqual(['check_payee allow', 'transfer refuse', 'transfer allow', 'transfer allow']);
  });

  it.each([
    ['a day limits the sum', IRREVERSIBLE + capped('24h')],
    ['a session limits the sum', IRREVERSIBLE + capped('session')],
    [
      'a day limits the calls',
      `${IRREVERSIBLE} refuse (tool == "transfer") when history { count(transfer.open) within 24h by principal >= 3 };`,
    ],
    [
      'one call may do as much as any',
      'dialect 2; tool transfer @irreversible (amount: money EUR 0.01..9.00); allow (tool == "transfer");',
    ],
    ['more is not stricter', IRREVERSIBLE.replace('@id("big") confirm', '@id("big") allow')],
  ])('is not where %s', async (_, text) => {
    expect(await findings('H01', text)).toEqual([]);
  });

  it('is found where the cap is on another tool', async () => {
    const text = `dialect 2; tool pay @irreversible (amount: money EUR 0.01..100000.00); tool transfer @irreversible (amount: money EUR 0.01..100000.00);
      allow (tool in ["pay", "transfer"]) when { args.amount <= 500.00 EUR };
      refuse (tool in ["pay", "transfer"]) when history { sum(transfer.open.amount) within 24h by principal including this > 2000.00 EUR };`;
    expect((await findings('H01', text)).map(({ tool }) => tool)).toEqual(['pay']);
  });
});
