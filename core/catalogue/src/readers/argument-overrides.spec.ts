import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, readAnyCatalogue, type Type } from '../index.js';

const properties = {
  amount: { type: 'integer', minimum: 1, maximum: 500 },
  share: { type: 'number', multipleOf: 0.01, minimum: 0.05, maximum: 1 },
  currency: { type: 'string' },
  price: { type: 'object', properties: { cents: { type: 'integer' }, code: { type: 'string' } }, required: ['cents'] },
  path: { type: 'string', maxLength: 200 },
  to: { type: 'array', items: { type: 'string' } },
  lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  'odd.name': { type: 'string' },
  '[]': { type: 'string' },
  what: {},
  prices: { type: 'object', additionalProperties: { type: 'integer' } },
  when: { type: 'string', format: 'date-time' },
};

function read(args: unknown): readonly string[] | Readonly<Record<string, Field>> {
  const document = { tools: [{ name: 'pay', inputSchema: { type: 'object', properties, required: ['amount'] } }] };
  const result = readAnyCatalogue({ document, format: 'mcp', overrides: { pay: { args } } });
  if (!result.ok) return result.problems.map(({ pointer, slug }) => `${pointer} ${slug}`);
  return result.catalogue.tools[0]?.args.fields ?? {};
}

function typeAt(args: Readonly<Record<string, unknown>>, name: string): Type | readonly string[] {
  const fields = read(args);
  if (Array.isArray(fields)) return fields as readonly string[];
  return (fields as Readonly<Record<string, Field>>)[name]?.type ?? [];
}

describe('overrides of arguments', () => {
  it.each([
    [
      'amount',
      { money: { unit: 'minor', currencyFrom: 'currency' } },
      'amount',
      { kind: 'money', unit: 'minor', currencyFrom: 'currency', min: 1, max: 500 },
    ],
    ['amount', { money: { currency: 'EUR' } }, 'amount', { kind: 'money', currency: 'EUR' }],
    ['currency', { money: {} }, 'currency', { kind: 'money' }],
    ['price', { money: { currencies: ['EUR'] } }, 'price', { kind: 'money', currencies: ['EUR'] }],
    ['amount', { scale: 2 }, 'amount', { kind: 'decimal', scale: 2, min: 100, max: 50_000 }],
    ['share', { scale: 1 }, 'share', { kind: 'decimal', scale: 1, min: 1, max: 10 }],
    ['share', { scale: 0 }, 'share', { kind: 'int', min: 1, max: 1 }],
    [
      'path',
      { format: 'path', base: '/srv' },
      'path',
      { kind: 'string', format: 'path', maxLength: 200, base: '/srv' },
    ],
    ['currency', { enum: ['EUR', 'USD'] }, 'currency', { kind: 'string', format: 'text', enum: ['EUR', 'USD'] }],
    ['what', { format: 'keyword' }, 'what', { kind: 'string', format: 'keyword' }],
    ['when', { type: { kind: 'string', format: 'text' } }, 'when', { kind: 'string', format: 'text' }],
    ['to[]', { format: 'iban' }, 'to', { kind: 'list', of: { kind: 'string', format: 'iban' } }],
    ['prices.*', { scale: 2 }, 'prices', { kind: 'map', of: { kind: 'decimal', scale: 2 } }],
    ['/to/[]', { format: 'iban' }, 'to', { kind: 'list', of: { kind: 'string', format: 'iban' } }],
    ['/odd.name', { format: 'email' }, 'odd.name', { kind: 'string', format: 'email' }],
    ['/[]', { format: 'email' }, '[]', { kind: 'string', format: 'email' }],
  ])('%s %j', (path, stated, name, type) => expect(typeAt({ [path]: stated }, name)).toEqual(type));

  it('lead into records and the records in lists', () => {
    const fields = read({
      'price.cents': { money: { unit: 'minor', currencyFrom: 'code' } },
      'price.code': { enum: ['EUR'] },
      'lines[].sku': { format: 'keyword' },
    });
    expect(fields).toMatchObject({
      price: {
        required: false,
        type: {
          fields: {
            cents: { required: true, type: { kind: 'money', unit: 'minor', currencyFrom: 'code' } },
            code: { type: { kind: 'string', enum: ['EUR'] } },
          },
        },
      },
      lines: { type: { of: { fields: { sku: { type: { format: 'keyword' } } } } } },
    });
  });

  it.each([
    [5, '/overrides/pay/args wrong_type'],
    [{ nope: { format: 'path' } }, '/overrides/pay/args/nope override_argument_unknown'],
    [{ 'amount.x': { format: 'path' } }, '/overrides/pay/args/amount.x override_argument_unknown'],
    [{ 'odd.name': { format: 'path' } }, '/overrides/pay/args/odd.name override_argument_unknown'],
    [{ 'prices.x': { scale: 2 } }, '/overrides/pay/args/prices.x override_argument_unknown'],
    [{ 'to.x': { format: 'path' } }, '/overrides/pay/args/to.x override_argument_unknown'],
    [{ constructor: { format: 'path' } }, '/overrides/pay/args/constructor override_argument_unknown'],
    [{ path: 'path' }, '/overrides/pay/args/path wrong_type'],
    [{ path: {} }, '/overrides/pay/args/path field_missing'],
    [{ path: { fromat: 'path' } }, '/overrides/pay/args/path/fromat field_unknown'],
    [{ path: { format: 'paht' } }, '/overrides/pay/args/path/format value_invalid'],
    [{ path: { format: 'text', base: '/srv' } }, '/overrides/pay/args/path/base value_invalid'],
    [{ path: { enum: [] } }, '/overrides/pay/args/path/enum enum_empty'],
    [{ path: { enum: [1] } }, '/overrides/pay/args/path/enum/0 wrong_type'],
    [{ path: { scale: 2 } }, '/overrides/pay/args/path/scale override_unfit'],
    [{ amount: { format: 'path' } }, '/overrides/pay/args/amount/format override_unfit'],
    [{ amount: { scale: 10 } }, '/overrides/pay/args/amount/scale value_invalid'],
    [{ amount: { money: {} } }, '/overrides/pay/args/amount/money money_currency'],
    [{ amount: { money: { currency: 'euro' } } }, '/overrides/pay/args/amount/money value_invalid'],
    [{ amount: { money: { currencyFrom: 'share' } } }, '/overrides/pay/args/amount/money currency_from_unknown'],
    [{ when: { money: { currency: 'EUR' } } }, '/overrides/pay/args/when/money override_unfit'],
    [{ amount: { scale: 2, format: 'text' } }, '/overrides/pay/args/amount override_alone'],
    [{ amount: { scale: 2, type: { kind: 'int' } } }, '/overrides/pay/args/amount override_alone'],
    [{ amount: { type: { kind: 'nit' } } }, '/overrides/pay/args/amount/type/kind value_invalid'],
  ])('%j: %s', (args, problem) => expect(read(args)).toContain(problem));

  it('stand in the order they are stated: money may take its currency from what another mends', () => {
    const stated = { amount: { money: { currencyFrom: 'what' } }, what: { format: 'keyword' } };
    expect(typeAt(stated, 'amount')).toEqual({ kind: 'money', currencyFrom: 'what' });
    expect(read({ amount: { money: { currencyFrom: 'what' } } })).toEqual([
      '/overrides/pay/args/amount/money currency_from_unknown',
    ]);
  });

  it('leave every other argument as it was, and answer for any JSON', () => {
    const before = read({});
    const path = fc.constantFrom('amount', 'to[]', 'price.cents', 'lines[].sku', '/odd.name', '', '[]', '..');
    const stated = fc.oneof(
      fc.jsonValue(),
      fc.record({ format: fc.constantFrom('path', 'email') }),
      fc.record({ scale: fc.nat(9) }),
    );
    fc.assert(
      fc.property(path, stated, (at, value) => {
        const after = read({ [at]: value });
        const changed = at.replace(/^\//, '').split(/[[.]/)[0] ?? '';
        const others = (all: object): unknown =>
          Object.entries(all).filter(([name]) => name !== changed && at !== `/${name}`);
        expect(Array.isArray(after) ? others(before) : others(after)).toEqual(others(before));
      }),
      { numRuns: 300 },
    );
  });
});
