import { describe, expect, it } from 'vitest';
import type { Call, Context, HistoryEvent } from '../../evaluate/types.js';
import { type Judgement, judgeOf } from '../judge.js';
import { payments } from './payments.js';

const CONFIRM_RULE =
  '@id("pay-confirm") confirm (tool in ["pay_invoice","transfer_funds"]) when { args.amount <= 50_000.00 EUR };\n';
const TEXT = `dialect 2; policy "payments"; catalogue "pay@12"; default refuse;
define big = args.amount > 10_000.00 EUR;
@id("pay-approved") allow (tool == "pay_invoice") when { !big && args.approved && args.iban.country in ["DE","FR"] }
  when history { formerly within 1h get_invoice.ok{ invoice_id: args.invoice_id, amount: args.amount } };
${CONFIRM_RULE}@id("new-payee") refuse (tool in ["pay_invoice","transfer_funds"])
  when history { formerly within 24h by anyone [create_payee, update_payee].ok{ iban: args.iban } };
@id("daily-cap") refuse (tool in ["pay_invoice","transfer_funds"])
  when history { sum([pay_invoice, transfer_funds].open.amount in EUR) within 24h by principal including this > 20_000.00 EUR };
never "no unconfirmed payment over 10k": answer == "allow" && args.amount > 10_000.00 EUR;
always "24h total": session sum([pay_invoice, transfer_funds].ok.amount in EUR) within 24h by principal <= 20_000.00 EUR;
`;
const judge = judgeOf(TEXT, { catalogue: payments.catalogue });
/** `pay-confirm` covers all that `pay-approved` does, and confirm is stricter: without it the allowance shows. */
const unconfirmed = judgeOf(TEXT.replace(CONFIRM_RULE, ''), { catalogue: payments.catalogue });

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 2, 12);
const IBAN = 'DE89370400440532013000';
const OTHER_IBAN = 'FR1420041010050500013M02606';
const past = (age: number, tool: string, state: HistoryEvent['state'], args: Call['args']): HistoryEvent => ({
  tool,
  state,
  at: NOW - age,
  args,
  principal: 'ann',
  session: 's',
  call_id: `${tool} ${String(age)}`,
});
const context = (...history: HistoryEvent[]): Context => ({ principal: { id: 'ann' }, now: NOW, history });

const pay = (amount: string, more: Call['args'] = {}): Call => ({
  tool: 'pay_invoice',
  args: { invoice_id: 'INV-7', amount, iban: IBAN, approved: true, ...more },
});
const transfer = (amount: string): Call => ({ tool: 'transfer_funds', args: { amount, iban: IBAN } });
const sent = (age: number, amount: string, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  ...past(age, 'transfer_funds', 'allowed', { amount, iban: OTHER_IBAN }),
  ...more,
});
const seen = (age: number, args: Call['args'], state: HistoryEvent['state'] = 'ok'): HistoryEvent =>
  past(age, 'get_invoice', state, args);
const INVOICE = { invoice_id: 'INV-7', amount: '1250.00 EUR' };

const CONFIRM: Judgement = ['confirm', 'confirm_required', 'pay-confirm'];
const CAP: Judgement = ['refuse', 'refused', 'daily-cap'];
const NEW: Judgement = ['refuse', 'refused', 'new-payee'];
const NO_RULE: Judgement = ['refuse', 'no_rule'];

describe('the payments policy', () => {
  it.each<[string, Call, Context, Judgement]>([
    ['an ordinary payment is confirmed', pay('1250.00 EUR'), context(), CONFIRM],
    ['also one that is approved and was looked up', pay('1250.00 EUR'), context(seen(HOUR, INVOICE)), CONFIRM],
    [
      'an unknown history refuses',
      pay('1.00 EUR'),
      { principal: { id: 'ann' }, now: NOW },
      ['refuse', 'guard_undefined', 'new-payee', 'daily-cap'],
    ],
    ['the cap counts the present call, whatever its tool', pay('20000.00 EUR'), context(), CONFIRM],
    ['a cent more', pay('20000.01 EUR'), context(), CAP],
    ['the cap adds transfers', transfer('5000.00 EUR'), context(sent(HOUR, '15000.00 EUR')), CONFIRM],
    ['a cent more with them', transfer('5000.01 EUR'), context(sent(HOUR, '15000.00 EUR')), CAP],
    [
      'equal amounts are added twice',
      transfer('0.01 EUR'),
      context(sent(2, '10000.00 EUR'), sent(1, '10000.00 EUR')),
      CAP,
    ],
    ['a transfer of just 24 hours ago counts', transfer('5000.01 EUR'), context(sent(24 * HOUR, '15000.00 EUR')), CAP],
    [
      'one a millisecond older does not',
      transfer('5000.01 EUR'),
      context(sent(24 * HOUR + 1, '15000.00 EUR')),
      CONFIRM,
    ],
    [
      'those of others do not',
      transfer('5000.01 EUR'),
      context(sent(1, '15000.00 EUR', { principal: 'bob' })),
      CONFIRM,
    ],
    [
      'a requested one is not open',
      transfer('5000.01 EUR'),
      context(sent(1, '15000.00 EUR', { state: 'requested' })),
      CONFIRM,
    ],
    [
      'a refused one is not open',
      transfer('5000.01 EUR'),
      context(sent(1, '15000.00 EUR', { state: 'refused' })),
      CONFIRM,
    ],
    ['a finished one is open', transfer('5000.01 EUR'), context(sent(1, '15000.00 EUR', { state: 'ok' })), CAP],
    [
      'one that is allowed, then done, counts once',
      transfer('5000.00 EUR'),
      context(sent(2, '15000.00 EUR', { call_id: 'c' }), sent(1, '15000.00 EUR', { call_id: 'c', state: 'ok' })),
      CONFIRM,
    ],
    [
      'one that is allowed, then fails, does not',
      transfer('5000.01 EUR'),
      context(sent(2, '15000.00 EUR', { call_id: 'c' }), sent(1, '15000.00 EUR', { call_id: 'c', state: 'failed' })),
      CONFIRM,
    ],
    [
      'one by nobody known may count, so the cap is undefined',
      transfer('5000.01 EUR'),
      { ...context({ tool: 'transfer_funds', state: 'ok', at: NOW, args: { amount: '15000.00 EUR' } }) },
      ['refuse', 'guard_undefined', 'daily-cap'],
    ],
    [
      'but not when it could not reach the cap',
      transfer('5000.00 EUR'),
      { ...context({ tool: 'transfer_funds', state: 'ok', at: NOW, args: { amount: '15000.00 EUR' } }) },
      CONFIRM,
    ],
    [
      'an amount nobody can read leaves the cap undefined',
      transfer('1.00 EUR'),
      context(sent(1, '15 thousand')),
      ['refuse', 'guard_undefined', 'daily-cap'],
    ],
    [
      'payments of invoices count as well',
      transfer('5000.01 EUR'),
      context(past(1, 'pay_invoice', 'ok', { amount: '15000.00 EUR' })),
      CAP,
    ],
    [
      'a failure of another session ends no payment of this one',
      transfer('5000.01 EUR'),
      context(
        sent(2, '15000.00 EUR', { call_id: 'c' }),
        sent(1, '15000.00 EUR', { call_id: 'c', state: 'failed', session: 'another' }),
      ),
      CAP,
    ],
    [
      'nor does that of another tool',
      transfer('5000.01 EUR'),
      context(
        sent(2, '15000.00 EUR', { call_id: 'c' }),
        sent(1, '15000.00 EUR', { call_id: 'c', state: 'failed', tool: 'pay_invoice' }),
      ),
      CAP,
    ],
    [
      'nor that of another principal',
      transfer('5000.01 EUR'),
      context(
        sent(2, '15000.00 EUR', { call_id: 'c' }),
        sent(1, '15000.00 EUR', { call_id: 'c', state: 'failed', principal: 'bob' }),
      ),
      CAP,
    ],
    [
      'a failure of who knows whom leaves it open',
      transfer('5000.01 EUR'),
      context(
        sent(2, '15000.00 EUR', { call_id: 'c' }),
        sent(1, '15000.00 EUR', { call_id: 'c', state: 'failed', principal: undefined }),
      ),
      ['refuse', 'guard_undefined', 'daily-cap'],
    ],
    [
      'a payee made by somebody else',
      pay('1.00 EUR'),
      context({ ...past(HOUR, 'create_payee', 'ok', { iban: IBAN }), principal: 'bob' }),
      NEW,
    ],
    [
      'a payment of the future may have been made',
      transfer('5000.01 EUR'),
      context(sent(-1, '15000.00 EUR')),
      ['refuse', 'guard_undefined', 'daily-cap'],
    ],
    ['a payee made today', pay('1.00 EUR'), context(past(23 * HOUR, 'create_payee', 'ok', { iban: IBAN })), NEW],
    [
      'the same in other spelling',
      pay('1.00 EUR'),
      context(past(1, 'create_payee', 'ok', { iban: 'de89 3704 0044 0532 0130 00' })),
      NEW,
    ],
    [
      'a payee changed just 24 hours ago',
      pay('1.00 EUR'),
      context(past(24 * HOUR, 'update_payee', 'ok', { iban: IBAN })),
      NEW,
    ],
    ['longer ago', pay('1.00 EUR'), context(past(24 * HOUR + 1, 'update_payee', 'ok', { iban: IBAN })), CONFIRM],
    ['another payee', pay('1.00 EUR'), context(past(1, 'create_payee', 'ok', { iban: OTHER_IBAN })), CONFIRM],
    [
      'an attempt is not a success',
      pay('1.00 EUR'),
      context(past(1, 'create_payee', 'requested', { iban: IBAN })),
      CONFIRM,
    ],
    ['nor is a failure', pay('1.00 EUR'), context(past(1, 'create_payee', 'failed', { iban: IBAN })), CONFIRM],
    [
      'a payee of unknown account may be this one',
      pay('1.00 EUR'),
      context(past(1, 'create_payee', 'ok', {})),
      ['refuse', 'guard_undefined', 'new-payee'],
    ],
    [
      'an account whose check digits are wrong',
      pay('1.00 EUR', { iban: 'DE89370400440532013001' }),
      context(),
      ['refuse', 'argument_ill_typed'],
    ],
    ['above all bounds', pay('50000.01 EUR'), context(), CAP],
    ['a tool without a rule', { tool: 'create_payee', args: { name: 'x', iban: IBAN } }, context(), NO_RULE],
  ])('%s', (_, call, around, expected) => expect(judge(call, around)).toEqual(expected));

  const ALLOW: Judgement = ['allow', 'allowed', 'pay-approved'];
  it.each<[string, Call, Context, Judgement]>([
    ['approved and looked up', pay('1250.00 EUR'), context(seen(HOUR, INVOICE)), ALLOW],
    ['looked up longer ago', pay('1250.00 EUR'), context(seen(HOUR + 1, INVOICE)), NO_RULE],
    ['another amount was seen', pay('1250.01 EUR'), context(seen(1, INVOICE)), NO_RULE],
    ['another invoice was seen', pay('1250.00 EUR', { invoice_id: 'inv-7' }), context(seen(1, INVOICE)), NO_RULE],
    ['the look-up failed', pay('1250.00 EUR'), context(seen(1, INVOICE, 'failed')), NO_RULE],
    [
      'the amount seen is not known: undefined allows nothing',
      pay('1250.00 EUR'),
      context(seen(1, { invoice_id: 'INV-7' })),
      NO_RULE,
    ],
    ['not approved', pay('1250.00 EUR', { approved: false }), context(seen(1, INVOICE)), NO_RULE],
    ['another country', pay('1250.00 EUR', { iban: 'GB82WEST12345698765432' }), context(seen(1, INVOICE)), NO_RULE],
    [
      '10,000 is not big',
      pay('10000.00 EUR'),
      context(seen(1, { invoice_id: 'INV-7', amount: '10000.00 EUR' })),
      ALLOW,
    ],
    ['a cent more is', pay('10000.01 EUR'), context(seen(1, { invoice_id: 'INV-7', amount: '10000.01 EUR' })), NO_RULE],
  ])('without confirmations: %s', (_, call, around, expected) => expect(unconfirmed(call, around)).toEqual(expected));
});
