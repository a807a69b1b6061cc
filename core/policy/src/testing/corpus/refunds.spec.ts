import { describe, expect, it } from 'vitest';
import type { Call, Context } from '../../evaluate/types.js';
import { type Judgement, judgeOf } from '../judge.js';
import { refunds } from './refunds.js';

const TEXT = `dialect 1; policy "refunds"; catalogue "shop@7"; default refuse;
@id("small")   allow   refund_order when amount <= 100.00 EUR and reason in ["damaged","late"] and order_id like "ORD-*";
@id("medium")  confirm refund_order when amount <= 500.00 EUR and principal.role in ["agent","lead"];
@id("old")     refuse  refund_order when days_since > 90;              // undefined days_since also refuses
@id("flagged") refuse  refund_order when tags contains "disputed";
@id("reads")   allow   [lookup_order, lookup_customer];
`;
const judge = judgeOf(TEXT, { catalogue: refunds.catalogue });
const manager: Context = { principal: { role: 'manager' } };
const agent: Context = { principal: { role: 'agent' } };
const order = { order_id: 'ORD-1', amount: '50.00 EUR', reason: 'late', days_since: 10, tags: [] };
const { days_since: _days, ...ageless } = order;
const { tags: _tags, ...untagged } = order;
const { reason: _reason, ...unreasoned } = order;

const NO_RULE: Judgement = ['refuse', 'no_rule'];
const SMALL: Judgement = ['allow', 'allowed', 'small'];
const MEDIUM: Judgement = ['confirm', 'confirm_required', 'medium'];

/* The answers are worked out by hand from what the language says, not taken from a run. */
const cases: readonly [string, Call['args'], Context, Judgement][] = [
  ['a small refund by who needs no confirmation', order, manager, SMALL],
  ['the same by an agent: confirm is stricter than allow', order, agent, MEDIUM],
  ['a role in capitals is the same keyword', order, { principal: { role: ' AGENT' } }, MEDIUM],
  ['an unknown role leaves `medium` undefined, so it fires', order, {}, ['confirm', 'guard_undefined', 'medium']],
  [
    'a role that the catalogue has not is ill typed',
    order,
    { principal: { role: 'owner' } },
    ['confirm', 'guard_undefined', 'medium'],
  ],
  ['the bound of `small` is in it', { ...order, amount: '100.00 EUR' }, manager, SMALL],
  ['a cent above it', { ...order, amount: '100.01 EUR' }, manager, NO_RULE],
  ['an amount without its cents', { ...order, amount: '100 EUR' }, manager, SMALL],
  ['the bound of `medium` is in it', { ...order, amount: '500.00 EUR' }, agent, MEDIUM],
  ['a cent above that', { ...order, amount: '500.01 EUR' }, agent, NO_RULE],
  [
    'another currency: `small` is undefined and does not fire, `medium` is false by the role',
    { ...order, amount: '5.00 USD' },
    manager,
    NO_RULE,
  ],
  [
    'another currency of an agent: `medium` is undefined and fires',
    { ...order, amount: '5.00 USD' },
    agent,
    ['confirm', 'guard_undefined', 'medium'],
  ],
  ['a bare number is no money', { ...order, amount: 50 }, manager, ['refuse', 'argument_ill_typed']],
  ['digits without a currency are no money', { ...order, amount: '50.00' }, manager, ['refuse', 'argument_ill_typed']],
  ['a currency there is not', { ...order, amount: '50.00 ZZZ' }, manager, ['refuse', 'currency_unknown']],
  ['a reason in capitals is the same keyword', { ...order, reason: 'Late ' }, manager, SMALL],
  ['another reason', { ...order, reason: 'unwanted' }, manager, NO_RULE],
  ['no reason: `small` is undefined and does not fire', unreasoned, manager, NO_RULE],
  ['an order in small letters: text is compared as it stands', { ...order, order_id: 'ord-1' }, manager, NO_RULE],
  ['a space before the order', { ...order, order_id: ' ORD-1' }, manager, NO_RULE],
  ['the star matches nothing too', { ...order, order_id: 'ORD-' }, manager, SMALL],
  ['day 90', { ...order, days_since: 90 }, manager, SMALL],
  ['day 91', { ...order, days_since: 91 }, manager, ['refuse', 'refused', 'old']],
  ['no days', ageless, manager, ['refuse', 'guard_undefined', 'old']],
  ['days as text', { ...order, days_since: '10' }, manager, ['refuse', 'argument_ill_typed']],
  ['a dispute', { ...order, tags: ['gift', ' Disputed'] }, manager, ['refuse', 'refused', 'flagged']],
  ['no tags', untagged, manager, ['refuse', 'guard_undefined', 'flagged']],
  ['both refusals', { ...order, days_since: 91, tags: ['disputed'] }, agent, ['refuse', 'refused', 'old', 'flagged']],
  [
    'one refusal on true beside one on undefined',
    { ...ageless, tags: ['disputed'] },
    agent,
    ['refuse', 'refused', 'old', 'flagged'],
  ],
  ['an argument nobody declared', { ...order, note: 'x' }, manager, ['refuse', 'argument_unknown']],
];

describe('the refunds policy', () => {
  it.each(cases)('%s', (_, args, context, expected) => {
    expect(judge({ tool: 'refund_order', args, unknown: ['reason'] }, context)).toEqual(expected);
  });

  it.each<[string, Call, Judgement]>([
    ['lets an order be looked up', { tool: 'lookup_order', args: { order_id: 'x' } }, ['allow', 'allowed', 'reads']],
    ['looks up nobody', { tool: 'lookup_customer', args: {} }, ['refuse', 'argument_missing']],
    ['knows no tool by a longer name', { tool: 'lookup_orders', args: {} }, ['refuse', 'tool_unknown']],
    ['knows no tool in capitals', { tool: 'LOOKUP_ORDER', args: {} }, ['refuse', 'tool_unknown']],
    ['knows no tool by a look-alike name', { tool: 'lookup_\u043erder', args: {} }, ['refuse', 'tool_unknown']],
  ])('%s', (_, call, expected) => expect(judge(call)).toEqual(expected));

  it('turns a confirmation into execution, and lifts no refusal', () => {
    expect(judge({ tool: 'refund_order', args: order }, { ...agent, confirmed: true })).toEqual([
      'allow',
      'confirmed',
      'medium',
    ]);
    expect(judge({ tool: 'refund_order', args: ageless }, { ...agent, confirmed: true })[0]).toBe('refuse');
  });
});
