import { describe, expect, it } from 'vitest';
import { findings } from '../testing/findings.js';

const limit = (
  condition: string,
  more = '',
): string => `dialect 2; tool pay @irreversible (to: text, amount: money EUR 0.01..100.00);
allow (tool == "pay");
@id("cap") refuse (tool == "pay") when history { ${condition} };
${more}`;

describe('H12, a limit that the caller leaves', () => {
  it.each([
    ['sum(pay.open.amount) within 24h by session including this > 150.00 EUR', 'high'],
    ['sum(pay.open.amount) within session by principal including this > 150.00 EUR', 'high'],
    ['count(pay.open) within 24h by session >= 2', 'medium'],
    ['count(pay.open) within session by session >= 20', 'medium'],
  ])('is found in %s', async (condition, severity) => {
    const [finding, ...others] = await findings('H12', limit(condition));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity, rules: ['cap'], tool: 'pay' });
    const steps = finding?.witness?.steps ?? [];
    expect(new Set(steps.map(({ context }) => context.session?.['id'])).size).toBe(steps.length);
    expect(new Set(steps.map(({ context }) => context.principal?.['id'])).size).toBe(1);
  });

  it.each([
    limit('sum(pay.open.amount) within 24h by principal including this > 150.00 EUR'),
    limit('count(pay.open) within 24h by args.to >= 2'),
    limit(
      'sum(pay.open.amount) within 24h by session including this > 150.00 EUR',
      'refuse (tool == "pay") when history { sum(pay.open.amount) within 24h by principal including this > 900.00 EUR };',
    ),
  ])('is not in %s', async (text) => {
    expect(await findings('H12', text)).toEqual([]);
  });
});
