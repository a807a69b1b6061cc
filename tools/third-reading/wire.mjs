import {
  ZERO,
  compareDecimals,
  decimal,
  inReach,
  isSafe,
  isWhole,
  multiply,
  numberText,
  parseDecimal,
  shift,
} from './decimal.mjs';
import { normalForm } from './formats.mjs';
import { foldName } from './names.mjs';

/** Values as they come over the wire, read at a type: `{ value }`, or `{ fault: slug, at: pointer }`. */
const CODES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';
const CURRENCIES = new Set(CODES.split(' '));
const DIGITS = { CLF: 4, UYW: 4, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 };
for (const code of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')) DIGITS[code] = 0;
export const digitsOf = (currency) => DIGITS[currency] ?? 2;
const isCurrency = (code) => CURRENCIES.has(code);

const ILL = { fault: 'argument_ill_typed', at: '' };
const UNKNOWN_CURRENCY = { fault: 'currency_unknown', at: '' };
const ok = (value) => ({ value });
const within = (fault, step) => ({
  ...fault,
  at: `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}${fault.at}`,
});
export const isAbsent = (raw) => raw === undefined || raw === null;
export const isObject = (raw) =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !JSON.isRawJSON?.(raw);
export const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

function numberOf(raw) {
  const text = numberText(raw);
  const value = text === null ? null : parseDecimal(text);
  return value && inReach(value);
}

const outside = (value, min, max) =>
  (min !== undefined && compareDecimals(value, min) < 0) || (max !== undefined && compareDecimals(value, max) > 0);
const bound = (raw, scale = 0) => (raw === undefined ? undefined : shift(parseDecimal(String(raw)), -scale));

function readNumber(raw, type) {
  const value = numberOf(raw);
  if (!value) return ILL;
  const scale = type.kind === 'int' ? 0 : type.scale;
  if (scale !== undefined && !isSafe(shift(value, scale))) return ILL;
  const [min, max] = [type.exactMin ?? bound(type.min, scale ?? 0), type.exactMax ?? bound(type.max, scale ?? 0)];
  return outside(value, min, max) ? ILL : ok(value);
}

const CODE = /^[A-Za-z]{3}$/;

/** The amount in minor units. `beside` are the members of the object around it. */
function readMoney(raw, type, beside) {
  let amount = null;
  let currency = null;
  let minor = false;
  if (typeof raw === 'string') {
    const match = /^(-?\d+(?:\.\d+)?) ([A-Za-z]{3})$/.exec(raw);
    if (!match) return ILL;
    amount = parseDecimal(match[1]);
    currency = match[2].toUpperCase();
  } else if (isObject(raw)) {
    if (Object.keys(raw).some((key) => key !== 'amount' && key !== 'currency')) return ILL;
    const [given, code] = [own(raw, 'amount'), own(raw, 'currency')];
    if (typeof code !== 'string' || !CODE.test(code) || typeof given !== 'string') return ILL;
    amount = /^-?\d+(?:\.\d+)?$/.test(given) ? parseDecimal(given) : null;
    currency = code.toUpperCase();
  } else {
    amount = numberOf(raw);
    if (!amount) return ILL;
    minor = type.unit === 'minor';
    if (type.currencyFrom !== undefined) {
      const from = own(beside ?? {}, type.currencyFrom);
      if (typeof from !== 'string') return UNKNOWN_CURRENCY;
      currency = from.toUpperCase();
    } else if (type.currency) currency = type.currency;
    else return ILL;
  }
  if (!amount) return ILL;
  if (!isCurrency(currency)) return UNKNOWN_CURRENCY;
  if (type.currency && currency !== type.currency) return ILL;
  if (type.currencies && !type.currencies.includes(currency)) return ILL;
  if (type.currencyFrom !== undefined && typeof raw !== 'number' && !JSON.isRawJSON?.(raw)) {
    const from = own(beside ?? {}, type.currencyFrom);
    if (!isAbsent(from) && (typeof from !== 'string' || from.toUpperCase() !== currency)) return ILL;
  }
  const units = minor ? amount : shift(amount, digitsOf(currency));
  if (!isSafe(units)) return ILL;
  const place = digitsOf(currency);
  const [min, max] = [
    type.exactMin ? shift(type.exactMin, place) : bound(type.min),
    type.exactMax ? shift(type.exactMax, place) : bound(type.max),
  ];
  return outside(units, min, max) ? ILL : ok({ money: units, currency });
}

const MS = { ms: '1', s: '1000', m: '60000', h: '3600000', d: '86400000', w: '604800000' };
const scaledMs = (value, unit) => multiply(value, parseDecimal(MS[unit]));

function readDuration(raw, type) {
  let value = null;
  if (typeof raw === 'string') {
    const iso = /^P(?:(\d+)W(?=$))?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(raw);
    const plain = /^(?=\d)(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(raw);
    if ((!iso || raw === 'P') && !plain) return ILL;
    const counts = (iso ?? plain).slice(1);
    value = counts.reduce((sum, count, index) => {
      const part =
        count === undefined
          ? ZERO
          : scaledMs(parseDecimal(count) ?? decimal(10n ** 30n), ['w', 'd', 'h', 'm', 's', 'ms'][index]);
      return { n: sum.n * 10n ** BigInt(part.s) + part.n * 10n ** BigInt(sum.s), s: sum.s + part.s };
    }, ZERO);
    value = decimal(value.n, value.s);
  } else {
    const number = type.unit === undefined ? null : numberOf(raw);
    if (!number) return ILL;
    value = scaledMs(number, type.unit);
  }
  return isWhole(value) && isSafe(value) && value.n >= 0n ? ok(value) : ILL;
}

/** Milliseconds, or null. A date alone only in the text of a policy. */
export function instantOf(text, dateAlone) {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d)))?$/.exec(
    text,
  );
  if (!match || (match[4] === undefined && !dateAlone)) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const fraction = match[7] ?? '';
  const [offsetHour, offsetMinute] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    offsetHour > 23 ||
    offsetMinute > 59 ||
    /[1-9]/.test(fraction.slice(3))
  )
    return null;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const offset = (match[9] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return decimal(BigInt(date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms));
}

function readString(raw, type) {
  if (typeof raw !== 'string') return ILL;
  const normal = normalForm(type.format, raw, type.base);
  if (normal === null || (type.strict && normal !== raw)) return ILL;
  const { length } = Array.from(raw);
  if (type.minLength > length || type.maxLength < length) return ILL;
  if (type.enum && !type.enum.some((one) => normalForm(type.format, one, type.base) === normal)) return ILL;
  return ok(normal);
}

function readList(raw, type, rules) {
  if (!Array.isArray(raw) || raw.length > (type.maxItems ?? Infinity)) return ILL;
  const values = [];
  for (const [index, item] of raw.entries()) {
    const read = item === null || item === undefined ? ILL : readWire(item, type.of, undefined, rules);
    if (read.fault) return within(read, index);
    values.push(read.value);
  }
  return ok(values);
}

/** Whether an object has a member whose name only looks like one that its type names. */
export function hasLookalike(raw, type) {
  if (!['record', 'names'].includes(type.kind)) return false;
  const folded = new Set(Object.keys(type.fields).map(foldName));
  return Object.keys(raw).some(
    (name) => !Object.hasOwn(type.fields, name) && (name === '__proto__' || folded.has(foldName(name))),
  );
}

/** A record or the arguments of a call. Undeclared members count as `rules` says: refused, or passed over. */
export function readRecord(raw, type, rules = {}) {
  if (!isObject(raw)) return type.kind === 'names' ? ok(raw) : ILL;
  if (type.kind === 'map') {
    for (const [name, item] of Object.entries(raw)) {
      const read = isAbsent(item) ? ok(null) : readWire(item, type.of, undefined, rules);
      if (read.fault) return within(read, name);
    }
    return ok(raw);
  }
  for (const [name, item] of Object.entries(raw)) {
    const field = own(type.fields, name);
    if (!field) {
      const alike = hasLookalike(Object.fromEntries([[name, item]]), type);
      if (alike || (rules.closed && !type.open && type.kind !== 'names' && !rules.unknownArguments))
        return within({ fault: 'argument_unknown', at: '' }, name);
    } else if (!isAbsent(item)) {
      const read = readWire(item, field.type, raw, rules);
      if (read.fault && !isOpenCurrency(read, field.type, rules)) return within(read, name);
    }
  }
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.required && isAbsent(own(raw, name)) && !(rules.unknown ?? []).includes(name))
      return within({ fault: 'argument_missing', at: '' }, name);
  }
  return ok(raw);
}

/** The request says that the argument with the currency of an amount is not known yet. */
const isOpenCurrency = (read, type, rules) =>
  read.fault === 'currency_unknown' && (rules.unknown ?? []).includes(type.currencyFrom);

export function readWire(raw, type, beside, rules = {}) {
  switch (type.kind) {
    case 'bool':
      return typeof raw === 'boolean' ? ok(raw) : ILL;
    case 'int':
    case 'decimal':
      return readNumber(raw, type);
    case 'money':
      return readMoney(raw, type, beside);
    case 'duration':
      return readDuration(raw, type);
    case 'time': {
      const value = typeof raw === 'string' ? instantOf(raw, false) : null;
      return value ? ok(value) : ILL;
    }
    case 'string':
      return readString(raw, type);
    case 'list':
      return readList(raw, type, rules);
    case 'record':
    case 'map':
    case 'names':
      return readRecord(raw, type, { ...rules, unknown: undefined });
    case 'names of items':
      return Array.isArray(raw) ? itemNames(raw, type, rules) : ok(raw);
    default:
      return ok(raw);
  }
}

function itemNames(raw, type, rules) {
  for (const [index, item] of raw.entries()) {
    const read = readWire(item, type.of, undefined, rules);
    if (read.fault) return within(read, index);
  }
  return ok(raw);
}
