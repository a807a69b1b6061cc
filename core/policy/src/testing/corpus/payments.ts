import type { Field } from '@ostiary/catalogue';
import type { CorpusEntry } from './entry.js';

const amount: Field = {
  type: { kind: 'money', currency: 'EUR', currencies: ['EUR'], min: 1, max: 100_000_000 },
  required: true,
  examples: ['1250.00 EUR'],
};
const iban: Field = { type: { kind: 'string', format: 'iban' }, required: true, examples: ['DE89370400440532013000'] };
const invoice: Field = {
  type: { kind: 'string', format: 'text', maxLength: 40 },
  required: true,
  examples: ['INV-77'],
};
const payee: Field = {
  type: { kind: 'string', format: 'text', maxLength: 80 },
  required: true,
  examples: ['Mill & Sons'],
};

/** Has a planted bug: the total of the property counts no payment still in flight, so it says less than `daily-cap` does. */
export const payments: CorpusEntry = {
  name: 'payments',
  dialect: 2,
  text: `dialect 2;
policy "payments";
catalogue "pay@12";
default refuse;
define big = args.amount > 10_000.00 EUR;
@id("pay-approved") allow (tool == "pay_invoice")
  when { !big && args.approved && args.iban.country in ["DE", "FR"] }
  when history { formerly within 1h get_invoice.ok{ invoice_id: args.invoice_id, amount: args.amount } };
@id("pay-confirm") confirm (tool in ["pay_invoice", "transfer_funds"]) when { args.amount <= 50_000.00 EUR };
@id("new-payee") refuse (tool in ["pay_invoice", "transfer_funds"])
  when history { formerly within 24h by anyone [create_payee, update_payee].ok{ iban: args.iban } };
@id("daily-cap") refuse (tool in ["pay_invoice", "transfer_funds"])
  when history { sum([pay_invoice, transfer_funds].open.amount in EUR) within 24h by principal including this > 20_000.00 EUR };
never "no unconfirmed payment over 10k": answer == "allow" && args.amount > 10_000.00 EUR;
always "24h total": session sum([pay_invoice, transfer_funds].ok.amount in EUR) within 24h by principal <= 20_000.00 EUR;
`,
  catalogue: {
    name: 'pay',
    version: '12',
    tools: [
      {
        name: 'pay_invoice',
        classes: ['irreversible', 'privileged', 'write'],
        aliasGroup: 'pay',
        args: {
          kind: 'record',
          fields: { invoice_id: invoice, amount, iban, approved: { type: { kind: 'bool' }, required: false } },
        },
        examples: [{ invoice_id: 'INV-77', amount: '1250.00 EUR', iban: 'DE89370400440532013000', approved: true }],
      },
      {
        name: 'transfer_funds',
        classes: ['irreversible', 'privileged', 'write'],
        aliasGroup: 'pay',
        args: {
          kind: 'record',
          fields: { amount, iban, purpose: { type: { kind: 'string', format: 'text' }, required: false } },
        },
      },
      {
        name: 'get_invoice',
        classes: ['read'],
        args: { kind: 'record', fields: { invoice_id: invoice, amount: { ...amount, required: false } } },
      },
      { name: 'create_payee', classes: ['write'], args: { kind: 'record', fields: { name: payee, iban } } },
      {
        name: 'update_payee',
        classes: ['write'],
        args: { kind: 'record', fields: { name: { ...payee, required: false }, iban } },
      },
    ],
  },
};
