import type { MoneyType } from '@ostiary/catalogue';
import { isRawNumber } from '@ostiary/json';
import { minorDigits } from '../currencies.js';
import { CURRENCY_UNKNOWN, ILL_TYPED, type Miss } from '../outcome.js';
import type { Amount, Money, Siblings } from '../value.js';
import { decimalText, scaleDecimal, scaleNumber } from './decimal.js';
import { numText, shifted } from './num.js';

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const TEXT = /^(-?\d+(?:\.\d+)?) ([A-Za-z]{3})$/;

/** Money from its digits (`100`, `-0.50`) and an ISO 4217 code in any case. More digits than the currency has: ill typed. */
export function moneyOf(digits: string, currency: string): Money | Miss {
  const code = currency.toUpperCase();
  const scale = minorDigits(code);
  if (scale === null) return CURRENCY_UNKNOWN;
  const minor = scaleDecimal(digits, scale);
  return minor === null ? ILL_TYPED : { minor, currency: code };
}

/**
 * Reads the wire forms of money: `"100.00 EUR"`, `{"amount": "100.00", "currency": "EUR"}`, or a bare number when the
 * type says where its currency is. A bare number counts major units unless the type says `minor`.
 */
export function readMoney(type: MoneyType, raw: unknown, siblings: Siblings): Money | Miss {
  const money = wireMoney(type, raw, siblings);
  if (typeof money === 'symbol') return money;
  if (contradicts(siblingCurrency(type.currencyFrom, siblings), money)) return ILL_TYPED;
  if (type.currencies !== undefined && !type.currencies.includes(money.currency)) return ILL_TYPED;
  if (type.min !== undefined && money.minor < type.min) return ILL_TYPED;
  if (type.max !== undefined && money.minor > type.max) return ILL_TYPED;
  return money;
}

function wireMoney(type: MoneyType, raw: unknown, siblings: Siblings): Money | Miss {
  if (typeof raw === 'string') {
    const match = TEXT.exec(raw);
    return match ? moneyOf(match[1] ?? '', match[2] ?? '') : ILL_TYPED;
  }
  if (typeof raw === 'number' || isRawNumber(raw)) return bareMoney(type, raw, siblings);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return ILL_TYPED;
  if (Object.keys(raw).length !== 2 || !Object.hasOwn(raw, 'amount') || !Object.hasOwn(raw, 'currency'))
    return ILL_TYPED;
  const { amount, currency } = raw as { readonly amount: unknown; readonly currency: unknown };
  if (typeof amount !== 'string' || typeof currency !== 'string' || !AMOUNT.test(amount)) return ILL_TYPED;
  return moneyOf(amount, currency);
}

function bareMoney(type: MoneyType, raw: unknown, siblings: Siblings): Money | Miss {
  const currency = type.currency ?? siblingCurrency(type.currencyFrom, siblings);
  if (currency === null) return ILL_TYPED;
  if (typeof currency !== 'string') return CURRENCY_UNKNOWN;
  const code = currency.toUpperCase();
  const scale = minorDigits(code);
  if (scale === null) return CURRENCY_UNKNOWN;
  const minor = scaleNumber(raw, type.unit === 'minor' ? 0 : scale);
  return minor === null ? ILL_TYPED : { minor, currency: code };
}

/** Whether the sibling that names the currency of a bare number is there and says anything but the currency of the amount. */
function contradicts(sibling: unknown, { currency }: Money): boolean {
  if (sibling === undefined || sibling === null) return false;
  return typeof sibling !== 'string' || sibling.toUpperCase() !== currency;
}

/** Null when the type names no sibling: a bare number is then not money at all. */
function siblingCurrency(name: string | undefined, siblings: Siblings): unknown {
  if (name === undefined) return null;
  return siblings !== undefined && Object.hasOwn(siblings, name) ? (siblings[name] ?? undefined) : undefined;
}

/** `100.00 EUR`: the text that {@link readMoney} reads back as the same money. */
export function moneyText({ minor, currency }: Amount): string {
  const digits = minorDigits(currency) ?? 0;
  if (Number.isSafeInteger(minor)) return `${decimalText(minor as number, digits)} ${currency}`;
  const major = shifted(minor, digits);
  return `${major === null ? '?' : numText(major)} ${currency}`;
}
