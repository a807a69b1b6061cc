import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  condition: string,
): string => `dialect 2; tool get_invoice @read (id: text); tool update_invoice @write (id: text); tool update_contact @write (id: text); tool pay @write (id: text);
allow (tool in ["get_invoice", "update_invoice", "update_contact"]);
@id("seen") allow (tool == "pay") when history { ${condition} };`;

describe('H11, a fact changed since', () => {
  it('is found where what was read may be changed before it is used', async () => {
    const [finding, ...others] = await findings('H11', after('formerly within 1h get_invoice.ok{ id: args.id }'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['seen'], tool: 'pay' });
    expect(session(finding)).toEqual(['get_invoice allow', 'update_invoice allow', 'pay allow']);
  });

  it.each([
    after('(!formerly within 1h update_invoice.open{ id: args.id }) since within 1h get_invoice.ok{ id: args.id }'),
    after('formerly within 1h get_invoice.ok{ id: args.id }').replace('"update_invoice", ', ''),
    after('formerly within 1h update_contact.ok{ id: args.id }'),
  ])('is not in %s', async (text) => {
    expect(await findings('H11', text)).toEqual([]);
  });
});
