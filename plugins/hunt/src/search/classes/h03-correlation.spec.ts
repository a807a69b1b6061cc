import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (event: string, args = 'invoice: text'): string => `dialect 2;
tool get_invoice @read (${args}); tool pay @write (invoice: text, note: text, amount: money EUR);
allow (tool == "get_invoice");
@id("seen") allow (tool == "pay") when history { formerly within 1h ${event} };`;

describe('H03, correlation', () => {
  it('is found where the step may have been taken for another', async () => {
    const [finding, ...others] = await findings('H03', after('get_invoice.ok'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', subkind: 'missing', rules: ['seen'], attribute: 'args.invoice' });
    expect(session(finding)).toEqual(['get_invoice allow', 'pay allow']);
    const [one, two] = finding?.witness?.steps.map(({ call }) => call.args['invoice']) ?? [];
    expect(one).not.toEqual(two);
  });

  it('is found where an argument is held against one of another name', async () => {
    const [finding] = await findings('H03', after('get_invoice.ok{ invoice: args.note }'));
    expect(finding).toMatchObject({ severity: 'high', subkind: 'wrong' });
  });

  it('is found where what is held together tells nothing apart', async () => {
    const [finding] = await findings(
      'H03',
      after('get_invoice.ok{ amount: args.amount }', 'invoice: text, amount: money EUR'),
    );
    expect(finding).toMatchObject({ severity: 'high', subkind: 'missing', attribute: 'args.invoice' });
  });

  it('is of low severity where one of two names is held together', async () => {
    const text = `dialect 2; tool test @read (service: text, build: text); tool deploy @write (service: text, build: text);
      allow (tool == "test"); allow (tool == "deploy") when history { formerly within 1h test.ok{ service: args.service } };`;
    expect(await findings('H03', text)).toMatchObject([
      { severity: 'low', subkind: 'partly', attribute: 'args.build' },
    ]);
  });

  it.each([
    after('get_invoice.ok{ invoice: args.invoice }'),
    after('by args.invoice get_invoice.ok'),
    after('get_invoice.ok', 'page: int'),
    after('get_invoice.ok', 'note: text'),
    `dialect 2; tool add_payee @write (iban: iban); tool pay @write (iban: iban); allow (tool in ["add_payee", "pay"]);
     refuse (tool == "pay") when history { formerly within 24h add_payee.ok };`,
  ])('is not in %s', async (text) => {
    expect(await findings('H03', text)).toEqual([]);
  });
});
