import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const b08 = async (rules: string, tool = 'amount: decimal2, currency: keyword, price?: money') =>
  findings('B08', `dialect 1; tool pay @write (${tool});\n${rules}`);

describe('B08, a mix-up of currencies', () => {
  it('is found where a bare number is limited and its currency is not asked for', async () => {
    const [finding, ...others] = await b08('@id("small") allow pay when amount <= 100.00;');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['small'], attribute: 'args.amount' });
    expect(finding?.witness?.steps.map(({ call }) => call.args['currency'])).toEqual(['JPY', 'KWD']);
    expect(answers(finding)).toEqual(['allow', 'allow']);
    const [one, other] = finding?.witness?.steps.map(({ call }) => call.args['amount']) ?? [];
    expect(one).toEqual(other);
  });

  it('is found between the currencies that another rule names', async () => {
    const [finding] = await b08(
      '@id("small") allow pay when amount <= 100.00; refuse pay when currency not in ["USD", "EUR"];',
    );
    expect(finding?.witness?.steps.map(({ call }) => call.args['currency'])).toEqual(['usd', 'eur']);
  });

  it('is found where a unit of time is not asked for', async () => {
    expect(await b08('allow pay when timeout <= 60;', 'timeout: int, unit: keyword')).toHaveLength(1);
  });

  it('is found in the only number there is, whatever its name', async () => {
    expect(await b08('allow pay when length <= 14;', 'length: int, unit: keyword in ["day", "month"]')).toHaveLength(1);
  });

  it('is found where a rule stops what is beyond', async () => {
    const [finding] = await b08('@id("all") allow pay; @id("max") refuse pay when amount > 100.00;');
    expect(finding).toMatchObject({ severity: 'high', rules: ['max'], attribute: 'args.amount' });
    expect(answers(finding)).toEqual(['allow', 'allow']);
  });

  it('is found where amounts of any currency are added', async () => {
    const spent = (event: string): string => `dialect 2; default allow; tool pay @write (amount: int, currency: text);
      @id("daily spend") refuse (tool == "pay")
        when history { sum(pay.open${event}.amount) within 1d by anyone including this > 1_000_000 };`;
    const [finding] = await findings('B08', spent(''));
    expect(finding).toMatchObject({ severity: 'high', rules: ['daily spend'], attribute: 'args.amount' });
    expect(await findings('B08', spent('{ currency: args.currency }'))).toEqual([]);
  });

  it.each([
    ['the rule asks for the currency', 'allow pay when amount <= 100.00 and currency == "EUR";'],
    ['another rule does', 'allow pay when amount <= 100.00; refuse pay when currency != "EUR";'],
    ['the amount is money', 'allow pay when price <= 100.00 EUR;'],
    ['nothing is limited', 'allow pay when amount >= 1.00;'],
    ['what is small is stopped', 'allow pay; refuse pay when amount < 1.00;'],
  ])('is not where %s', async (_, rules) => {
    expect(await b08(rules)).toEqual([]);
  });

  it('is not where there is one currency', async () => {
    expect(await b08('allow pay when amount <= 100.00;', 'amount: decimal2, currency: keyword in ["EUR"]')).toEqual([]);
  });
});
