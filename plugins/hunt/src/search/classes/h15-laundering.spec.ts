import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  rule: string,
  event = 'create_payee.ok{ iban: args.iban }',
): string => `dialect 2; tool create_payee @write (iban: iban); tool pay @write (iban: iban);
${rule} (tool == "create_payee");
@id("known") allow (tool == "pay") when history { formerly within 90d by anyone ${event} };`;

describe('H15, laundering', () => {
  it('is found where the agent makes what a rule trusts', async () => {
    const [finding, ...others] = await findings('H15', after('allow'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['known'], tool: 'pay' });
    expect(session(finding)).toEqual(['create_payee allow', 'pay allow']);
  });

  it.each([
    after('confirm'),
    after('allow', 'create_payee.ok{ iban: args.iban, by != principal.id }'),
    `${after('allow')} confirm (tool == "pay");`,
    'dialect 2; tool backup_db @write (name: text); tool restore_db @write (name: text); allow (tool == "backup_db"); allow (tool == "restore_db") when history { formerly within 24h backup_db.ok{ name: args.name } };',
  ])('is not in %s', async (text) => {
    expect(await findings('H15', text)).toEqual([]);
  });
});
