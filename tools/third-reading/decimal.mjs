/** Exact decimals: `n` units of 10^-`s`, without zeros at the end. */
const FURTHEST = 1000;

export const decimal = (n, s = 0) => {
  let units = BigInt(n);
  let scale = s;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return { n: units, s: scale };
};

export const ZERO = decimal(0);

/** The decimal that a text writes, or null when it is none or reaches too far. */
export function parseDecimal(text) {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return ZERO;
  const stripped = digits.replace(/0+$/, '');
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - stripped.length);
  if (power < -BigInt(FURTHEST) || power + BigInt(stripped.length) > BigInt(FURTHEST)) return null;
  const units = BigInt(sign + stripped);
  return power < 0n ? decimal(units, Number(-power)) : decimal(units * 10n ** power);
}

/** The text of a JSON number as it was sent; null for anything else. */
export function numberText(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return JSON.isRawJSON?.(value) && /^[-0-9]/.test(value.rawJSON) ? value.rawJSON : null;
}

/** Null when the decimal has a digit further than 1,000 places from the point. */
export function inReach(value) {
  const digits = (value.n < 0n ? -value.n : value.n).toString().length;
  return value.s > FURTHEST || digits - value.s > FURTHEST ? null : value;
}

const scaled = (value, s) => value.n * 10n ** BigInt(s - value.s);

export function compareDecimals(a, b) {
  const s = Math.max(a.s, b.s);
  const [x, y] = [scaled(a, s), scaled(b, s)];
  return x < y ? -1 : Number(x > y);
}

export function add(a, b) {
  const s = Math.max(a.s, b.s);
  return decimal(scaled(a, s) + scaled(b, s), s);
}

export const negate = (a) => ({ n: -a.n, s: a.s });
export const subtract = (a, b) => add(a, negate(b));
export const multiply = (a, b) => decimal(a.n * b.n, a.s + b.s);
export const isWhole = (a) => a.s === 0;

/** Moves the point: value * 10^places. */
export const shift = (a, places) =>
  places >= 0 ? decimal(a.n * 10n ** BigInt(places), a.s) : decimal(a.n, a.s - places);

/** To a whole number, away from zero. */
export function roundAway(a) {
  if (a.s === 0) return a;
  const unit = 10n ** BigInt(a.s);
  const whole = a.n / unit;
  return decimal(whole + (a.n < 0n ? -1n : 1n));
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** A whole number of at most 2^53 - 1. */
export const isSafe = (a) => a.s === 0 && a.n <= SAFE && a.n >= -SAFE;
