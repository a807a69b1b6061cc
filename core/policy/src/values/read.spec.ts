import type { Type } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, minorDigits } from './currencies.js';
import { readValue } from './read.js';
import { showValue } from './show.js';
import type { UndefinedCause, Value } from './value.js';
import { toWire } from './wire.js';

const INT: Type = { kind: 'int' };
const CENTS: Type = { kind: 'decimal', scale: 2, min: 0, max: 10_000 };
const MONEY: Type = { kind: 'money' };
const EUROS: Type = { kind: 'money', currency: 'EUR', min: 0, max: 100_000 };
const STRIPE: Type = { kind: 'money', currencyFrom: 'currency', unit: 'minor' };
const HOURS: Type = { kind: 'duration', unit: 'h' };
const TIME: Type = { kind: 'time' };
const VERB: Type = { kind: 'string', format: 'keyword', enum: ['SELECT', 'drop'] };
const LINE: Type = {
  kind: 'record',
  fields: {
    amount: { type: INT, required: true },
    note: { type: { kind: 'string', format: 'text' }, required: false },
  },
};

const good: readonly [Type, unknown, Value][] = [
  [INT, 600, 600],
  [{ kind: 'string', format: 'text', minLength: 2, maxLength: 2 }, '😀😀', '😀😀'],
  [INT, 6e2, 600],
  [INT, -0, 0],
  [INT, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [CENTS, 0.29, 29],
  [CENTS, 1.1, 110],
  [CENTS, 100, 10_000],
  [{ kind: 'decimal', scale: 9 }, 1e-7, 100],
  [MONEY, '100.00 EUR', { minor: 10_000, currency: 'EUR' }],
  [MONEY, '100.5 EUR', { minor: 10_050, currency: 'EUR' }],
  [MONEY, '100 JPY', { minor: 100, currency: 'JPY' }],
  [MONEY, '1.234 kwd', { minor: 1_234, currency: 'KWD' }],
  [MONEY, { amount: '-0.50', currency: 'usd' }, { minor: -50, currency: 'USD' }],
  [EUROS, 0.29, { minor: 29, currency: 'EUR' }],
  [HOURS, 1.5, 5_400_000],
  [HOURS, '1h30m', 5_400_000],
  [HOURS, 'PT1H30M', 5_400_000],
  [HOURS, 'P1DT0.5S', 86_400_500],
  [HOURS, 'P2W', 1_209_600_000],
  [TIME, '1970-01-01T01:00:00+01:00', 0],
  [TIME, '2024-02-29t00:00:00.123000z', Date.UTC(2024, 1, 29, 0, 0, 0, 123)],
  [VERB, ' DROP ', 'drop'],
  [{ kind: 'list', of: VERB }, ['select', 'Drop'], ['select', 'drop']],
];

const bad: readonly [Type, unknown, UndefinedCause][] = [
  [INT, '600', 'ill_typed'],
  [INT, [600], 'ill_typed'],
  [INT, 600.5, 'ill_typed'],
  [INT, true, 'ill_typed'],
  [INT, null, 'ill_typed'],
  [INT, { value: 600 }, 'ill_typed'],
  [INT, Number.NaN, 'ill_typed'],
  [INT, Number.POSITIVE_INFINITY, 'ill_typed'],
  [INT, 2 ** 53, 'ill_typed'],
  [INT, 2 ** 53 + 1, 'ill_typed'],
  [INT, 1e300, 'ill_typed'],
  [{ kind: 'int', min: 1, max: 3 }, 0, 'ill_typed'],
  [{ kind: 'int', min: 1, max: 3 }, 4, 'ill_typed'],
  [CENTS, 0.295, 'ill_typed'],
  [CENTS, 0.1 + 0.2, 'ill_typed'],
  [CENTS, 100.01, 'ill_typed'],
  [CENTS, -1, 'ill_typed'],
  [CENTS, '1', 'ill_typed'],
  [MONEY, 100, 'ill_typed'],
  [MONEY, '100.00', 'ill_typed'],
  [MONEY, '1,000.00 EUR', 'ill_typed'],
  [MONEY, '100.001 EUR', 'ill_typed'],
  [MONEY, '1.5 JPY', 'ill_typed'],
  [MONEY, '100.00 EUR ', 'ill_typed'],
  [MONEY, '100.00 XXY', 'currency_unknown'],
  [MONEY, { amount: 100, currency: 'EUR' }, 'ill_typed'],
  [MONEY, { amount: '1', currency: 'EUR', unit: 'k' }, 'ill_typed'],
  [MONEY, { amount: '1e3', currency: 'EUR' }, 'ill_typed'],
  [{ kind: 'money', currencies: ['EUR'] }, '1.00 USD', 'ill_typed'],
  [EUROS, -0.01, 'ill_typed'],
  [EUROS, 1_000.01, 'ill_typed'],
  [EUROS, 0.001, 'ill_typed'],
  [STRIPE, 100, 'currency_unknown'],
  [HOURS, -1, 'ill_typed'],
  [{ kind: 'duration' }, 5, 'ill_typed'],
  [HOURS, '90 minutes', 'ill_typed'],
  [HOURS, 'P1M', 'ill_typed'],
  [HOURS, 'P', 'ill_typed'],
  [HOURS, '5m1h', 'ill_typed'],
  [TIME, '2023-02-29T00:00:00Z', 'ill_typed'],
  [TIME, '2024-01-01T24:00:00Z', 'ill_typed'],
  [TIME, '2024-01-01T00:00:00', 'ill_typed'],
  [TIME, '2024-02-29T00:00:00.1234Z', 'ill_typed'],
  [TIME, 0, 'ill_typed'],
  [VERB, 'alter', 'ill_typed'],
  [VERB, ['drop'], 'ill_typed'],
  [{ kind: 'string', format: 'text', maxLength: 2 }, 'abc', 'ill_typed'],
  [{ kind: 'string', format: 'text', maxLength: 2 }, '😀😀😀', 'ill_typed'],
  [{ kind: 'string', format: 'text', minLength: 3 }, '😀😀', 'ill_typed'],
  [{ kind: 'string', format: 'text', minLength: 2 }, 'a', 'ill_typed'],
  [{ kind: 'list', of: INT, maxItems: 1 }, [1, 2], 'ill_typed'],
  [{ kind: 'list', of: INT }, [1, '2'], 'ill_typed'],
  [{ kind: 'list', of: INT }, 1, 'ill_typed'],
  [LINE, { amount: 1, Amount: 2 }, 'ill_typed'],
  [LINE, { amount: 1, 'am\u200bount': null }, 'ill_typed'],
  [LINE, [], 'ill_typed'],
  [LINE, JSON.parse('{"__proto__": 1}'), 'ill_typed'],
];

describe('readValue', () => {
  it.each(good)('%j reads %j', (type, raw, value) => expect(readValue(type, raw)).toEqual({ ok: true, value }));
  it.each(bad)('%j does not read %j', (type, raw, cause) => expect(readValue(type, raw)).toEqual({ ok: false, cause }));

  it('takes the currency of a bare number from its sibling, and never from a prototype', () => {
    expect(readValue(STRIPE, 1_000, { currency: 'eur' })).toEqual({
      ok: true,
      value: { minor: 1_000, currency: 'EUR' },
    });
    expect(readValue(STRIPE, 1_000, { currency: 'zzz' })).toEqual({ ok: false, cause: 'currency_unknown' });
    expect(readValue({ kind: 'money', currencyFrom: 'constructor' }, 1, {})).toEqual({
      ok: false,
      cause: 'currency_unknown',
    });
  });

  it('leaves absent fields out of a record, and keeps foreign ones out of an open one', () => {
    expect(readValue(LINE, { note: 'x' })).toEqual({ ok: true, value: { note: 'x' } });
    expect(readValue({ ...LINE, open: true }, { amount: 1, extra: 2 })).toEqual({ ok: true, value: { amount: 1 } });
  });

  it('reads an int exactly when it is a safe integer', () => {
    fc.assert(
      fc.property(fc.double(), (raw) => {
        expect(readValue(INT, raw).ok).toBe(Number.isSafeInteger(raw));
      }),
    );
  });

  it('reads money of every currency at its own scale', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), fc.integer(), (currency, minor) => {
        expect(readValue(MONEY, showValue(MONEY, { minor, currency }))).toEqual({
          ok: true,
          value: { minor, currency },
        });
        expect([0, 2, 3, 4]).toContain(minorDigits(currency));
      }),
    );
  });
});

describe('toWire', () => {
  const cases: readonly [Type, fc.Arbitrary<Value>][] = [
    [INT, fc.maxSafeInteger()],
    [{ kind: 'decimal', scale: 3 }, fc.integer()],
    [
      { kind: 'money', currency: 'EUR' },
      fc.record({ minor: fc.integer(), currency: fc.constantFrom('EUR', 'USD', 'JPY') }),
    ],
    [
      { kind: 'money', currency: 'EUR', unit: 'minor' },
      fc.record({ minor: fc.integer(), currency: fc.constantFrom('EUR', 'KWD') }),
    ],
    [HOURS, fc.nat()],
    [
      TIME,
      fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.getTime()),
    ],
    [{ kind: 'list', of: VERB }, fc.array(fc.constantFrom('select', 'drop'))],
  ];
  it.each(cases)('%j: what it writes reads back as the value', (type, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(readValue(type, toWire(type, value))).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('showValue', () => {
  it.each<[Type, Value, string]>([
    [INT, -3, '-3'],
    [CENTS, 25, '0.25'],
    [MONEY, { minor: -5, currency: 'EUR' }, '-0.05 EUR'],
    [MONEY, { minor: 100, currency: 'JPY' }, '100 JPY'],
    [HOURS, 5_400_000, '1h30m'],
    [HOURS, 0, '0s'],
    [HOURS, 86_400_001, '1d1ms'],
    [TIME, 0, '1970-01-01T00:00:00.000Z'],
    [{ kind: 'list', of: INT }, [1, 2], '[1, 2]'],
    [LINE, { note: 'x', amount: 1 }, '{"amount": 1, "note": "x"}'],
    [{ kind: 'bool' }, true, 'true'],
  ])('%j %j', (type, value, text) => expect(showValue(type, value)).toBe(text));
});
