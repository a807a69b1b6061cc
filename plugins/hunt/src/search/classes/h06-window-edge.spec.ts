import { describe, expect, it } from 'vitest';
import { findings, session } from '../testing/findings.js';

const limited = (
  windows: readonly string[],
  property: string,
): string => `dialect 2; tool pay @write (amount: money EUR 0.01..100.00); allow (tool == "pay");
${windows.map((window) => `@id("cap-${window}") refuse (tool == "pay") when history { sum(pay.open.amount) within ${window} by principal including this > 100.00 EUR };`).join(' ')}
${property}`;
const DAY = 'always "a day": session sum(pay.ok.amount) within 24h by principal <= 150.00 EUR;';

describe('H06, the edge of a window', () => {
  it('is found where a property speaks of a longer one', async () => {
    const [finding, ...others] = await findings('H06', limited(['1h'], DAY));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'medium', rules: ['cap-1h'], tool: 'pay' });
    expect(session(finding)).toEqual(['pay allow', 'pay allow']);
    const [one = 0, two = 0] = finding?.witness?.steps.map(({ context }) => context.now) ?? [];
    expect(two - one).toBeGreaterThan(3_600_000);
  });

  it('is not where one burst is enough, although two are as well', async () => {
    const text = `dialect 2; tool pay @write (amount: money EUR 0.01..100.00); allow (tool == "pay");
refuse (tool == "pay") when history { count(pay.ok) within 10m by principal > 2 };
always "a day": session count(pay.ok) within 24h by principal <= 2;`;
    expect(await findings('H06', text)).toEqual([]);
  });

  it.each([limited(['1h'], ''), limited(['1h', '24h'], DAY), limited(['24h'], DAY.replace('150', '100'))])(
    'is not in %s',
    async (text) => {
      expect(await findings('H06', text)).toEqual([]);
    },
  );
});
