import { describe, expect, it } from 'vitest';
import { convertMoney } from './convert.js';
import { OVERFLOW, RATE_UNKNOWN } from './outcome.js';

const rates = { v3: { USD: { EUR: '0.9', JPY: '150.25', KWD: '0.3071' }, EUR: { USD: '0' }, JPY: { USD: '1e3' } } };
const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });

describe('convertMoney', () => {
  it('multiplies exactly, between currencies of other minor units too', () => {
    expect(convertMoney(usd(1_000), 'EUR', 'v3', rates)).toEqual({ minor: 900, currency: 'EUR' });
    expect(convertMoney(usd(10_000), 'JPY', 'v3', rates)).toEqual({ minor: 15_025, currency: 'JPY' });
    expect(convertMoney(usd(100), 'KWD', 'v3', rates)).toEqual({ minor: 308, currency: 'KWD' });
  });
  it('rounds away from zero', () => {
    expect(convertMoney(usd(1), 'EUR', 'v3', rates)).toEqual({ minor: 1, currency: 'EUR' });
    expect(convertMoney(usd(-1), 'EUR', 'v3', rates)).toEqual({ minor: -1, currency: 'EUR' });
    expect(convertMoney(usd(0), 'EUR', 'v3', rates)).toEqual({ minor: 0, currency: 'EUR' });
  });
  it('needs no rate for its own currency, and a proper one for every other', () => {
    expect(convertMoney(usd(5), 'USD', 'v9', undefined)).toEqual(usd(5));
    expect(convertMoney(usd(5), 'EUR', 'v9', rates)).toBe(RATE_UNKNOWN);
    expect(convertMoney(usd(5), 'constructor', 'v3', rates)).toBe(RATE_UNKNOWN);
    expect(convertMoney({ minor: 5, currency: 'EUR' }, 'USD', 'v3', rates)).toBe(RATE_UNKNOWN);
    expect(convertMoney({ minor: 5, currency: 'JPY' }, 'USD', 'v3', rates)).toBe(RATE_UNKNOWN);
    expect(convertMoney(usd(Number.MAX_SAFE_INTEGER), 'JPY', 'v3', { v3: { USD: { JPY: '1000' } } })).toBe(OVERFLOW);
  });
});
