import { minorDigits } from './currencies.js';
import { OVERFLOW, type Outcome, RATE_UNKNOWN } from './outcome.js';
import { fractionOf } from './numbers/num.js';
import type { Amount } from './value.js';

/** Exchange rates of one context: rates[version][from][to] is a decimal text. */
type Rates = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Minor units of one currency for a minor unit of another, as a fraction above zero. */
export interface MinorRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The rate of two currencies in a version; null when it is missing, malformed or zero. */
export function minorRate(rates: Rates | undefined, version: string, from: string, to: string): MinorRate | null {
  const text = own(own(own(rates, version), from), to);
  const match = typeof text === 'string' ? /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) : null;
  const [fromDigits, toDigits] = [minorDigits(from), minorDigits(to)];
  if (!match || fromDigits === null || toDigits === null) return null;
  const [, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  if (units === 0n) return null;
  // minor_to = minor_from * rate * 10^(to - from), over the 10^|fraction| that made the rate an integer.
  return { numerator: units * 10n ** BigInt(toDigits), denominator: 10n ** BigInt(fromDigits + fraction.length) };
}

/**
 * `money` in another currency, exactly multiplied and rounded away from zero to the minor unit: converting never makes
 * an amount look smaller than it is. A missing or malformed rate is `rate_unknown`.
 */
export function convertMoney(money: Amount, currency: string, version: string, rates: Rates | undefined): Outcome {
  if (money.currency === currency) return money;
  const rate = minorRate(rates, version, money.currency, currency);
  if (rate === null) return RATE_UNKNOWN;
  const amount = fractionOf(money.minor);
  const below = amount.units < 0n;
  const numerator = (below ? -amount.units : amount.units) * rate.numerator;
  const denominator = rate.denominator * 10n ** BigInt(amount.scale);
  const minor = Number((numerator + denominator - 1n) / denominator);
  if (!Number.isSafeInteger(minor)) return OVERFLOW;
  return { minor: below ? -minor : minor, currency };
}

function own(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined;
}
