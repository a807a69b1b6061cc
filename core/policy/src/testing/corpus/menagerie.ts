import type { Catalogue, Field, Type } from '@ostiary/catalogue';

const field = (type: Type, required = false): Field => ({ type, required });
const text: Type = { kind: 'string', format: 'text' };
const keyword: Type = { kind: 'string', format: 'keyword' };
const path: Type = { kind: 'string', format: 'path' };
const time: Type = { kind: 'time' };
const money: Type = { kind: 'money' };
const list = (of: Type): Type => ({ kind: 'list', of });
const map = (of: Type): Type => ({ kind: 'map', of });
const record = (fields: Readonly<Record<string, Field>>, open?: true): Type => ({
  kind: 'record',
  fields,
  ...(open && { open }),
});
const code: Type = { kind: 'string', format: 'text', enum: ['EUR', 'USD', 'JPY', 'eur', 'XYQ'] };
const beside: Type = { kind: 'money', currencyFrom: 'currency' };

/**
 * What the zoo has not, for random tests: maps, amounts with their currency beside them, attributes of principal and session of many
 * types, records in records, lengths, open tools, alias groups, and groups of principals.
 */
export const menagerie: Catalogue = {
  name: 'menagerie',
  version: '1',
  tools: [
    {
      name: 'trade',
      classes: ['write'],
      aliasGroup: 'deal',
      args: {
        kind: 'record',
        fields: {
          amount: field(beside),
          currency: field(code),
          tip: field({ kind: 'money', currencyFrom: 'currency', unit: 'minor', currencies: ['EUR', 'JPY'] }),
          due: field(time, true),
          until: field(time),
          limits: field(map({ kind: 'int' })),
          prices: field(map(money)),
          owners: field(map(list(keyword))),
          employee: field(keyword),
          lines: field(
            list(
              record({
                name: field(text, true),
                price: field(beside),
                currency: field(code),
                count: field({ kind: 'int' }),
                fee: field({ kind: 'money', currency: 'EUR', currencies: ['EUR'], unit: 'minor' }),
                share: field({ kind: 'decimal' }),
                owed: field(money),
                counts: field(list({ kind: 'int' })),
              }),
            ),
          ),
          times: field(list(time)),
          file: field(path),
        },
      },
    },
    {
      name: 'swap',
      classes: ['irreversible', 'write'],
      aliasGroup: 'deal',
      args: {
        kind: 'record',
        fields: {
          amount: field(beside),
          currency: field(code, true),
          'odd name': field(keyword),
          pair: field(
            record(
              {
                left: field(money),
                right: field(
                  record({
                    deep: field({ kind: 'int' }),
                    note: field({ kind: 'string', format: 'text', maxLength: 4 }),
                  }),
                ),
              },
              true,
            ),
          ),
          ibans: field(list({ kind: 'string', format: 'iban' })),
          hops: field(list({ kind: 'string', format: 'ip' })),
          short: field({ kind: 'string', format: 'text', minLength: 1, maxLength: 3 }),
          cap: field({ kind: 'money', currency: 'EUR', currencies: ['EUR'], min: -100, max: 10_000 }),
          waits: field(list({ kind: 'duration', unit: 's' })),
          file: field(path),
        },
      },
    },
    {
      name: 'look',
      classes: ['read'],
      args: {
        kind: 'record',
        open: true,
        fields: { employee: field(keyword), due: field(time), tags: field(list(keyword)) },
      },
    },
  ],
  principal: {
    kind: 'record',
    fields: {
      level: field({ kind: 'int' }, true),
      mfa: field({ kind: 'bool' }),
      limit: field(money),
      reports: field(list(keyword)),
      quota: field(map({ kind: 'int' })),
      home: field(path),
      born: field(time),
      inner: field(record({ level: field({ kind: 'int' }), note: field(text) })),
    },
  },
  session: {
    kind: 'record',
    fields: {
      channel: field({ kind: 'string', format: 'keyword', enum: ['web', 'Phone'] }),
      started: field(time),
      tags: field(list(keyword)),
      budget: field({ kind: 'money', currency: 'EUR', currencies: ['EUR'] }),
    },
  },
  groups: { ops: ['staff', 'the house'], finance: ['staff'] },
};
