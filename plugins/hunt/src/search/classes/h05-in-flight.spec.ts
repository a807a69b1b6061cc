import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const limit = (state: string, most = 2): string => `dialect 2; tool send @write (to: text); allow (tool == "send");
@id("few") refuse (tool == "send") when history { count(send.${state}) within 1h by principal >= ${String(most)} };`;

describe('H05, calls in flight', () => {
  it('is found where only what has ended counts', async () => {
    const [finding, ...others] = await findings('H05', limit('ok'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'high', rules: ['few'], tool: 'send' });
    expect(session(finding)).toEqual(['send allow', 'send allow', 'send allow']);
    expect(finding?.witness?.steps.at(-1)?.context.history?.map(({ state }) => state)).toEqual(['allowed', 'allowed']);
  });

  it('is found where the limit is further than sessions are searched', async () => {
    const [finding] = await findings('H05', limit('ok', 20));
    expect(session(finding)).toHaveLength(21);
  });

  it('is found of a sum', async () => {
    const text = `dialect 2; tool pay @write (amount: money EUR 0.01..50.00); allow (tool == "pay");
      refuse (tool == "pay") when history { sum(pay.ok.amount) within 24h by principal including this > 80.00 EUR };`;
    expect((await findings('H05', text))[0]).toMatchObject({ severity: 'high', tool: 'pay' });
  });

  it.each([
    limit('open'),
    'dialect 2; tool look @read (id: text); tool pay @write (id: text); allow (tool == "look"); allow (tool == "pay") when history { formerly within 1h look.ok{ id: args.id } };',
    'dialect 2; tool login @write (name: text); allow (tool == "login"); refuse (tool == "login") when history { count(login.failed) within 1h by principal >= 3 };',
  ])('is not in %s', async (text) => {
    expect(await findings('H05', text)).toEqual([]);
  });
});
