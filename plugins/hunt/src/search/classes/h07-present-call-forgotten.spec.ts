import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const budget = (sum: string): string => `dialect 2; tool book @write (trip: text, cost: money USD 0.01..100000.00);
allow (tool == "book");
@id("budget") refuse (tool == "book") when history { ${sum} };`;

describe('H07, the present call forgotten', () => {
  // As in a published example of a cumulative budget: the total so far is compared, then the call is made.
  it('is found where the sum is compared before the call is added', async () => {
    const [finding, ...others] = await findings(
      'H07',
      budget('sum(book.open.cost) within 24h by principal >= 60000.00 USD'),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['budget'], tool: 'book', attribute: 'args.cost' });
    expect(session(finding).at(-1)).toBe('book allow');
    const spent = finding?.witness?.steps.map(({ call }) => Number(call.args['cost'])) ?? [];
    expect(spent.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(60_000);
  });

  it('is found where it takes more calls to spend the limit than sessions are made of', async () => {
    const limit = (
      answer: string,
      most: number,
    ): string => `dialect 2; tool refund @write (amount: money EUR 0.01..${most}.00);
      ${answer} (tool == "refund");
      @id("cap") refuse (tool == "refund") when history { sum(refund.open.amount) within 24h by principal > 2000.00 EUR };`;
    const [small] = await findings('H07', limit('allow', 50));
    expect(small).toMatchObject({ severity: 'high', rules: ['cap'] });
    const spent = small?.witness?.steps.map(({ call }) => Number(call.args['amount'])) ?? [];
    expect(spent).toHaveLength(41);
    expect(spent.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(2000);
    const [confirmed] = await findings('H07', limit('confirm', 400));
    expect(confirmed).toMatchObject({ severity: 'medium', rules: ['cap'] });
    expect(session(confirmed)).toEqual(Array.from({ length: 6 }, () => 'refund confirm'));
  });

  it('is found where an allowance compares it', async () => {
    const text = `dialect 2; tool book @write (cost: money USD 0.01..100000.00);
      @id("budget") allow (tool == "book") when history { sum(book.open.cost) within 24h by principal < 60000.00 USD };`;
    expect((await findings('H07', text))[0]).toMatchObject({ severity: 'high', rules: ['budget'] });
  });

  it('is found where what another tool carries is added up', async () => {
    const text = (own: string): string => `dialect 2; tool quote @read (cost: money USD); tool book @write (${own});
      allow (tool == "quote");
      @id("budget") allow (tool == "book") when history { sum(quote.open.cost) within 24h by principal < 60000.00 USD };`;
    const [finding, ...others] = await findings('H07', text('cost: money USD 0.01..'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', subkind: 'another_tool', rules: ['budget'], tool: 'book' });
    expect(session(finding).at(-1)).toBe('book allow');
    expect(await findings('H07', text('trip: text'))).toEqual([]);
    expect(await findings('H07', text('cost: int'))).toEqual([]);
  });

  it.each([
    budget('sum(book.open.cost) within 24h by principal including this >= 60000.00 USD'),
    budget('count(book.open) within 24h by principal >= 3'),
    `dialect 2; tool look @write (cost: money USD); tool book @write (trip: text); allow (tool in ["look", "book"]);
     refuse (tool == "book") when history { sum(look.open.cost) within 24h by principal >= 60000.00 USD };`,
    `${budget('sum(book.open.cost) within 24h by principal >= 60000.00 USD')} refuse (tool == "book");`,
  ])('is not in %s', async (text) => {
    expect(await findings('H07', text)).toEqual([]);
  });
});
