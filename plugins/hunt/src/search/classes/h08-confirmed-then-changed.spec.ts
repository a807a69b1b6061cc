import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  fields: string,
): string => `dialect 2; tool approve @write (order: text, amount: money EUR); tool refund @write (order: text, amount: money EUR);
confirm (tool == "approve");
@id("approved") allow (tool == "refund") when history { formerly within 1h approve.ok${fields} };`;
const own = (fields: string): string => `dialect 2; tool refund @write (order: text, amount: money EUR);
confirm (tool == "refund") unless history { formerly within 1h refund.confirmed${fields} };
@id("again") allow (tool == "refund") when history { formerly within 1h refund.confirmed${fields} };`;

describe('H08, confirmed and then changed', () => {
  it.each([after('{ order: args.order }'), after('')])('is found in %s', async (text) => {
    const [finding, ...others] = await findings('H08', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', rules: ['approved'], tool: 'refund' });
    expect(session(finding)).toEqual(['approve confirm', 'refund allow']);
    const [one, two] = finding?.witness?.steps.map(({ call }) => call.args) ?? [];
    expect(one).not.toEqual(two);
  });

  it('is found where the confirmation is one of the tool itself', async () => {
    const found = await findings('H08', own('{ order: args.order }'));
    expect(found.map(({ severity, attribute }) => [severity, attribute])).toContainEqual(['critical', 'args.amount']);
  });

  it.each([
    after('{ order: args.order, amount: args.amount }'),
    own('{ order: args.order, amount: args.amount }'),
    'dialect 2; tool refund @write (order: text, amount: money EUR); confirm (tool == "refund");',
  ])('is not in %s', async (text) => {
    expect(await findings('H08', text)).toEqual([]);
  });
});
