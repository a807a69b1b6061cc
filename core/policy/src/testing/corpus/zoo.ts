import type { Catalogue, Field, Type } from '@ostiary/catalogue';

const field = (type: Type, required = false): Field => ({ type, required });
const text: Type = { kind: 'string', format: 'text' };
const keyword: Type = { kind: 'string', format: 'keyword' };
const email: Type = { kind: 'string', format: 'email' };
const money: Type = { kind: 'money' };

/** A catalogue with an argument of every type and format there is, for random tests. It belongs to no trade. */
export const zoo: Catalogue = {
  name: 'zoo',
  version: '1',
  tools: [
    {
      name: 'feed',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          count: field({ kind: 'int', min: -1, max: 1000 }, true),
          share: field({ kind: 'decimal', scale: 2 }),
          score: field({ kind: 'decimal' }),
          grade: field({ kind: 'decimal', min: 0, max: 100.5 }),
          cost: field(money),
          fee: field({ kind: 'money', currency: 'EUR', currencies: ['EUR'], unit: 'minor' }),
          limit: field(money),
          slow: field({ kind: 'bool' }),
          every: field({ kind: 'duration', unit: 's' }),
          pause: field({ kind: 'duration' }),
          due: field({ kind: 'time' }),
          note: field(text),
          kind: field(keyword, true),
          size: field({ kind: 'string', format: 'keyword', enum: ['Low', 'mid', 'HIGH'] }),
          anything: field({ kind: 'any' }),
        },
      },
    },
    {
      name: 'post',
      classes: ['irreversible', 'sink', 'write'],
      args: {
        kind: 'record',
        fields: {
          to: field({ kind: 'list', of: email }, true),
          owner: field(email),
          host: field({ kind: 'string', format: 'domain' }),
          link: field({ kind: 'string', format: 'url' }),
          file: field({ kind: 'string', format: 'path' }),
          files: field({ kind: 'list', of: { kind: 'string', format: 'path' } }),
          log: field({ kind: 'string', format: 'path', base: '/srv' }),
          addr: field({ kind: 'string', format: 'ip' }),
          iban: field({ kind: 'string', format: 'iban' }),
          tags: field({ kind: 'list', of: keyword }),
          counts: field({ kind: 'list', of: { kind: 'int' }, maxItems: 3 }),
          scores: field({ kind: 'list', of: { kind: 'decimal' } }),
          costs: field({ kind: 'list', of: money }),
          fees: field({ kind: 'list', of: { kind: 'money', currency: 'EUR', currencies: ['EUR'] } }),
          pauses: field({ kind: 'list', of: { kind: 'duration' } }),
          cost: field(money),
          kind: field(keyword),
          lines: field({
            kind: 'list',
            of: {
              kind: 'record',
              fields: {
                name: field(text, true),
                price: field(money),
                count: field({ kind: 'int' }),
                fee: field({ kind: 'money', currencies: ['EUR'] }),
                share: field({ kind: 'decimal', scale: 2 }),
                currency: field(text),
                owed: field({ kind: 'money', currencyFrom: 'currency' }),
                counts: field({ kind: 'list', of: { kind: 'int' } }),
              },
            },
          }),
          meta: field({ kind: 'record', fields: { depth: field({ kind: 'int' }, true), note: field(text) } }),
        },
      },
    },
    {
      name: 'peek',
      classes: ['read', 'source'],
      args: { kind: 'record', fields: { kind: field(keyword), count: field({ kind: 'int' }) } },
    },
  ],
};
