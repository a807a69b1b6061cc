import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const ORDER = 'tool order @write (price: money, shipping: money, count?: int 0..9);';

describe('G06, a calculation that comes to nothing', { timeout: 60_000 }, () => {
  it('is found where two currencies are added', async () => {
    const text = `dialect 2; ${ORDER} allow (tool); @id("x") confirm (tool) when { args.price + args.shipping > 9.00 EUR };`;
    const [finding, ...others] = await findings('G06', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'low', rules: ['x'], tool: 'order', attribute: 'args.price' });
    expect(answers(finding)).toEqual(['confirm']);
    expect(finding?.witness?.steps[0]?.call.args).toHaveProperty('shipping');
  });

  it.each([
    `dialect 2; ${ORDER} allow (tool) when { args.price + args.shipping > 9.00 EUR };`,
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.price > 9.00 EUR };`,
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.count * 2 > 5 };`,
  ])('is not in %s', async (text) => {
    expect(await findings('G06', text)).toEqual([]);
  });
});
