import type { CorpusEntry } from './entry.js';

export const refunds: CorpusEntry = {
  name: 'refunds',
  dialect: 1,
  text: `dialect 1;
policy "refunds";
catalogue "shop@7";
default refuse;
@id("small") allow refund_order
  when amount <= 100.00 EUR and reason in ["damaged", "late"] and order_id like "ORD-*";
@id("medium") confirm refund_order when amount > 100.00 EUR and amount <= 500.00 EUR and principal.role in ["agent", "lead"];
@id("old") refuse refund_order when days_since > 90; // undefined days_since also refuses
@id("flagged") refuse refund_order when tags contains "disputed";
@id("reads") allow [lookup_order, lookup_customer];
`,
  catalogue: {
    name: 'shop',
    version: '7',
    principal: {
      kind: 'record',
      fields: {
        role: { type: { kind: 'string', format: 'keyword', enum: ['agent', 'lead', 'manager'] }, required: true },
      },
    },
    session: { kind: 'record', fields: {} },
    tools: [
      {
        name: 'refund_order',
        description: 'Pays an order back, in part or whole.',
        classes: ['irreversible', 'write'],
        args: {
          kind: 'record',
          fields: {
            order_id: {
              type: { kind: 'string', format: 'text', maxLength: 40 },
              required: true,
              examples: ['ORD-1009'],
            },
            amount: { type: { kind: 'money', min: 0, max: 10_000_000 }, required: true, examples: ['49.90 EUR'] },
            reason: {
              type: { kind: 'string', format: 'keyword', enum: ['damaged', 'late', 'unwanted', 'other'] },
              required: true,
            },
            days_since: { type: { kind: 'int', min: 0, max: 3650, unit: 'days' }, required: false, examples: [12] },
            tags: { type: { kind: 'list', of: { kind: 'string', format: 'keyword' }, maxItems: 20 }, required: false },
          },
        },
        examples: [{ order_id: 'ORD-1009', amount: '49.90 EUR', reason: 'late', days_since: 12, tags: ['gift'] }],
      },
      {
        name: 'lookup_order',
        classes: ['read'],
        args: {
          kind: 'record',
          fields: { order_id: { type: { kind: 'string', format: 'text' }, required: true, examples: ['ORD-1009'] } },
        },
      },
      {
        name: 'lookup_customer',
        classes: ['read'],
        args: {
          kind: 'record',
          fields: {
            email: { type: { kind: 'string', format: 'email' }, required: true, examples: ['ann@shop.example'] },
          },
        },
      },
    ],
  },
};
