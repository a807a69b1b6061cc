import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const PAY = 'tool pay @write (amount: money EUR, n?: int 0..5);';

describe('G03, a rule that also applies where something is missing', () => {
  it('shows the call, and what it lacks', async () => {
    const [finding, ...others] = await findings('G03', `dialect 1; ${PAY} allow pay; @id("x") refuse pay when n > 3;`);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'info', rules: ['x'], tool: 'pay', attribute: 'args.n' });
    expect(answers(finding)).toEqual(['refuse']);
    expect(finding?.witness?.steps[0]).toMatchObject({ slug: 'guard_undefined', deciding: ['x'] });
    expect(finding?.witness?.steps[0]?.call.args).not.toHaveProperty('n');
  });

  it('is about an argument that is compared with an event, and not about who calls or what came before', async () => {
    const limit = (key: string): string => `dialect 2; tool pay @write (to?: text); allow (tool == "pay");
      @id("x") refuse (tool == "pay") when history { count(pay.open${key}) within 1h by principal >= 3 };`;
    expect(await findings('G03', limit(''))).toEqual([]);
    expect(await findings('G03', limit('{ to: args.to }'))).toMatchObject([{ rules: ['x'], attribute: 'args.to' }]);
  });

  it('is told of what stands beside a condition on events', async () => {
    const text = `dialect 2; tool pay @write (n?: int 0..9); allow (tool == "pay");
      @id("x") refuse (tool == "pay") when { args.n > 3 } when history { count(pay.open) within 1h by principal >= 3 };`;
    expect(await findings('G03', text)).toMatchObject([{ rules: ['x'], attribute: 'args.n' }]);
  });

  it.each([
    `dialect 1; ${PAY} allow pay when n > 3;`,
    `dialect 1; ${PAY} allow pay; refuse pay when amount > 3.00 EUR;`,
    `dialect 2; ${PAY} allow (tool); refuse (tool) when { (args.n or else 0) > 3 };`,
    `dialect 1; ${PAY} refuse pay when n > 3;`,
  ])('is not in %s', async (text) => {
    expect(await findings('G03', text)).toEqual([]);
  });
});
