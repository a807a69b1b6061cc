import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const lock = (condition: string): string => `dialect 2; tool login @write (name: text); tool pay @write (to: text);
allow (tool in ["login", "pay"]);
@id("lock") refuse (tool == "pay") when history { formerly ${condition} };`;

describe('H14, a dead end', () => {
  it('is found where one failure shuts a tool for the whole session', async () => {
    const [finding, ...others] = await findings('H14', lock('within session login.failed'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['lock'], tool: 'pay' });
    expect(session(finding)).toEqual(['login allow', 'pay refuse']);
  });

  it('is found where one failure is counted', async () => {
    const text = lock('within session login.failed').replace(
      'formerly within session login.failed',
      'count(login.failed) within session by session >= 1',
    );
    expect(await findings('H14', text)).toMatchObject([{ rules: ['lock'], tool: 'pay' }]);
  });

  it('is found where a success of the same tool is asked for', async () => {
    const text = `dialect 2; tool login @write (name: text); tool pay @write (to: text); allow (tool == "login");
      allow (tool == "pay") when history { formerly within 1h login.ok }; @id("lock") refuse (tool == "pay") when history { formerly within session login.failed };`;
    const [finding] = await findings('H14', text);
    expect(finding).toMatchObject({ rules: ['lock'], tool: 'pay' });
    expect(session(finding).toSorted()).toEqual(['login allow', 'login allow', 'pay refuse']);
  });

  it('is found where what was allowed of the call that failed stands in the way as well, and told of that tool', async () => {
    const text = `dialect 2; tool look @read (id: text); tool trade @write (id: text); tool cancel @write (id: text); allow (tool in ["look", "trade", "cancel"]);
      @id("once") refuse (tool == "trade") when history { formerly within 24h by anyone trade.open{ id: args.id } };
      @id("lock") refuse (tool in ["cancel", "trade"]) when history { formerly within session trade.failed };`;
    expect(await findings('H14', text)).toMatchObject([{ rules: ['lock'], tool: 'trade' }]);
  });

  it('is found where other calls of the tool are refused anyway', async () => {
    const text = `dialect 2; tool login @write (name: text); tool pay @write (amount: money EUR, to: text); allow (tool == "login");
      allow (tool == "pay") when { args.amount <= 9.00 EUR && args.to like "x-*" }; @id("lock") refuse (tool == "pay") when history { formerly within session login.failed };`;
    expect(await findings('H14', text)).toMatchObject([{ rules: ['lock'], tool: 'pay' }]);
  });

  it.each([lock('within 1h login.failed'), lock('within session login.ok')])('is not in %s', async (text) => {
    expect(await findings('H14', text)).toEqual([]);
  });
});
