import { describe, expect, it } from 'vitest';
import { answers, findings } from '../testing/findings.js';

const ORDER = 'tool order @write (price: money, shipping: money, count?: int 0..9);';

describe('G06, a calculation that comes to nothing', () => {
  it('is found where two currencies are added', async () => {
    const text = `dialect 2; ${ORDER} allow (tool); @id("x") confirm (tool) when { args.price + args.shipping > 9.00 EUR };`;
    const [finding, ...others] = await findings('G06', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'low', rules: ['x'], tool: 'order', attribute: 'args.price' });
    expect(answers(finding)).toEqual(['confirm']);
    expect(finding?.witness?.steps[0]?.call.args).toHaveProperty('shipping');
  });

  it('is of medium severity where the default would refuse', async () => {
    const text = `dialect 2; ${ORDER} @id("x") confirm (tool) when { args.price + args.shipping <= 9.00 EUR }; @id("y") confirm (tool) when { args.price + args.shipping <= 5.00 EUR };`;
    expect(await findings('G06', text)).toMatchObject([
      { severity: 'medium', subkind: 'opens', rules: ['x'] },
      { severity: 'medium', subkind: 'opens', rules: ['y'] },
    ]);
  });

  it('is shown by a call that its own rule decides', async () => {
    const text = `dialect 2; tool order @write (price: money, shipping: money, a?: int 0..3); @id("x") confirm (tool) when { args.price + args.shipping <= 9.00 EUR }; @id("y") refuse (tool) when { args.a * 2 > 5 };`;
    expect(await findings('G06', text)).toMatchObject([
      { severity: 'medium', rules: ['x'], witness: { steps: [{ answer: 'confirm', deciding: ['x'] }] } },
    ]);
  });

  it('is found in a sum over the items of a list', async () => {
    const text =
      'dialect 2; tool buy @write (lines: [{ price: money, count: int }], shipping: money EUR); allow (tool); ' +
      '@id("x") confirm (tool) when { args.lines.sum(i, i.price * i.count) + args.shipping > 9.00 EUR };';
    expect(await findings('G06', text)).toMatchObject([{ severity: 'low', rules: ['x'], attribute: 'args.lines' }]);
  });

  it.each([
    // What has no truth there is the label, or a comparison of two currencies.
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.count * 2 > 5 && session.label("x") || !(args.count < 3) };`,
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.count * 2 > 5 || args.price > 9.00 EUR };`,
    `dialect 2; ${ORDER} allow (tool) when { args.price + args.shipping > 9.00 EUR };`,
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.price > 9.00 EUR };`,
    `dialect 2; ${ORDER} allow (tool); confirm (tool) when { args.count * 2 > 5 };`,
  ])('is not in %s', async (text) => {
    expect(await findings('G06', text)).toEqual([]);
  });
});
