import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const after = (
  more: string,
): string => `dialect 2; tool approve @write (order: text); tool refund @write (order: text, amount: money EUR);
confirm (tool == "approve");
@id("approved") allow (tool == "refund") when history { ${more}formerly within 1h approve.ok{ order: args.order } };`;

describe('H09, a confirmation used again', () => {
  it('is found where the approval stays', async () => {
    const [finding, ...others] = await findings('H09', after(''));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', rules: ['approved'], tool: 'refund' });
    expect(session(finding)).toEqual(['approve confirm', 'refund allow', 'refund allow']);
  });

  it('is found where the tool is confirmed itself', async () => {
    const text = `dialect 2; tool wipe @irreversible (disk: text); confirm (tool == "wipe") unless history { formerly within 1h wipe.confirmed{ disk: args.disk } };
      @id("again") allow (tool == "wipe") when history { formerly within 1h wipe.confirmed{ disk: args.disk } };`;
    expect(session((await findings('H09', text))[0])).toEqual(['wipe confirm', 'wipe allow']);
  });

  it.each(['requested', 'allowed', 'confirmed', 'open'])(
    'is decided where the approval is asked for in the state %s',
    async (state) => {
      const text = after('').replace('approve.ok', `approve.${state}`);
      const found = state === 'allowed' ? [] : [{ rules: ['approved'] }];
      expect(await findings('H09', text)).toMatchObject(found);
    },
  );

  it('is found where another rule allows some of the calls', async () => {
    const free = '@id("free") allow (tool == "refund") when { args.amount <= 0.01 EUR };';
    expect(await findings('H09', `${after('')} ${free}`)).toMatchObject([{ rules: ['approved'] }]);
  });

  it('is not where another rule allows all of them', async () => {
    expect(await findings('H09', `${after('')} allow (tool == "refund");`)).toEqual([]);
  });

  it('is not where a call uses it up', async () => {
    expect(await findings('H09', after('(!formerly within 1h refund.open{ order: args.order }) && '))).toEqual([]);
  });

  it('is not where every call is confirmed', async () => {
    expect(
      await findings(
        'H09',
        'dialect 2; tool refund @write (order: text, amount: money EUR); confirm (tool == "refund");',
      ),
    ).toEqual([]);
  });
});
