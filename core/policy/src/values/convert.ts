import { minorDigits } from './currencies.js';
import { OVERFLOW, type Outcome, RATE_UNKNOWN } from './outcome.js';
import { fractionOf } from './numbers/num.js';
import type { Amount } from './value.js';

/** Exchange rates of one context: rates[version][from][to] is a decimal text. */
type Rates = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/**
 * `money` in another currency, exactly multiplied and rounded away from zero to the minor unit: converting never makes
 * an amount look smaller than it is. A missing or malformed rate is `rate_unknown`.
 */
export function convertMoney(money: Amount, currency: string, version: string, rates: Rates | undefined): Outcome {
  if (money.currency === currency) return money;
  const rate = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(rateText(rates, version, money.currency, currency) ?? '');
  const [from, to] = [minorDigits(money.currency), minorDigits(currency)];
  if (!rate || from === null || to === null) return RATE_UNKNOWN;
  const fraction = rate[2] ?? '';
  const units = BigInt((rate[1] ?? '') + fraction);
  if (units === 0n) return RATE_UNKNOWN;
  // minor_to = minor_from * rate * 10^(to - from), over the 10^|fraction| that made the rate an integer.
  const amount = fractionOf(money.minor);
  const below = amount.units < 0n;
  const numerator = (below ? -amount.units : amount.units) * units * 10n ** BigInt(to);
  const denominator = 10n ** BigInt(from + fraction.length + amount.scale);
  const minor = Number((numerator + denominator - 1n) / denominator);
  if (!Number.isSafeInteger(minor)) return OVERFLOW;
  return { minor: below ? -minor : minor, currency };
}

function rateText(rates: Rates | undefined, version: string, from: string, to: string): string | undefined {
  const text: unknown = own(own(own(rates, version), from), to);
  return typeof text === 'string' ? text : undefined;
}

function own(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined;
}
