import { numberText } from '@ostiary/json';
import type { Decimal, Num } from '../value.js';
import { DECIMAL } from './decimal.js';

/** Digits of a number reach so many places before and after the point, at most. */
export const MAX_PLACES = 1_000;
const BEYOND = 10n ** BigInt(MAX_PLACES);

/** units * 10^-scale. */
export interface Fraction {
  readonly units: bigint;
  readonly scale: number;
}

/**
 * The exact value of a JSON number, in any spelling; null of anything else, and of one with digits too far out.
 * See docs/adr/0083.
 */
export function readNumber(raw: unknown): Num | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : null;
  const text = numberText(raw);
  return text === null ? null : parseNum(text);
}

/** The value of a number's text (`0.10`, `1e2`); null when it is not one, or has digits too far out. */
export function parseNum(text: string): Num | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  let [start, end] = [0, whole.length + fraction.length];
  const digits = whole + fraction;
  while (start < end && digits.charCodeAt(start) === 0x30) start += 1;
  while (end > start && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  if (start === end) return 0;
  // Places of the first and of the last digit that counts, from the point: 0 is the one before it.
  const shift = Number(exponent);
  const [first, last] = [whole.length - 1 - start + shift, whole.length - end + shift];
  if (first >= MAX_PLACES || last < -MAX_PLACES) return null;
  const units = BigInt(sign + digits.slice(start, end));
  return last >= 0 ? fromFraction(units * 10n ** BigInt(last), 0) : fromFraction(units, -last);
}

/**
 * units * 10^-scale as a value: the number whose own text says exactly that, or else its digits. Null (an overflow) when digits reach
 * further than {@link MAX_PLACES} before or after the point.
 */
export function fromFraction(units: bigint, scale: number): Num | null {
  let [rest, places] = [units, scale];
  // Many zeros at a time: there may be thousands.
  for (let step = 1_024; step >= 1 && places > 0 && rest % 10n === 0n; step /= 2) {
    while (places >= step && rest % 10n ** BigInt(step) === 0n) {
      rest /= 10n ** BigInt(step);
      places -= step;
    }
  }
  if (places > MAX_PLACES || rest >= BEYOND * 10n ** BigInt(places) || rest <= -BEYOND * 10n ** BigInt(places))
    return null;
  const text = plainText(rest, places);
  const nearest = Number(text);
  if (!Number.isFinite(nearest)) return { decimal: text };
  const own = fractionOf(nearest);
  const common = Math.max(own.scale, places);
  const exact = own.units * 10n ** BigInt(common - own.scale) === rest * 10n ** BigInt(common - places);
  return exact ? nearest : { decimal: text };
}

/** Digits and scale of a value. */
export function fractionOf(num: Num): Fraction {
  if (typeof num === 'number' && Number.isSafeInteger(num)) return { units: BigInt(num), scale: 0 };
  const [mantissa = '', exponent = '0'] = (typeof num === 'number' ? String(num) : num.decimal).split('e');
  const point = mantissa.indexOf('.');
  const places = (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent);
  const units = BigInt(mantissa.replace('.', ''));
  return places < 0 ? { units: units * 10n ** BigInt(-places), scale: 0 } : { units, scale: places };
}

/** Below, at or above 0 as `a` is less than, equal to or more than `b`. */
export function compareNums(a: Num, b: Num): number {
  // Of two numbers each stands for its own shortest text, and these are ordered as the numbers are.
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = aligned(fractionOf(a), fractionOf(b));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether a number lies between two ends, both its own; no end: any. */
export function isWithin(num: Num, { min, max }: { readonly min?: Num; readonly max?: Num }): boolean {
  return (min === undefined || compareNums(num, min) >= 0) && (max === undefined || compareNums(num, max) <= 0);
}

/** An operator over numbers that are exact in a double. */
export function numberComparison(cmp: '==' | '!=' | '<' | '<=' | '>' | '>='): (left: number, right: number) => boolean {
  switch (cmp) {
    case '==':
      return (left, right) => left === right;
    case '!=':
      return (left, right) => left !== right;
    case '<':
      return (left, right) => left < right;
    case '<=':
      return (left, right) => left <= right;
    case '>':
      return (left, right) => left > right;
    case '>=':
      return (left, right) => left >= right;
  }
}

/** Exact, however far the digits of the sum reach. */
export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return { units: a.units * 10n ** BigInt(scale - a.scale) + b.units * 10n ** BigInt(scale - b.scale), scale };
}

/** Exact; null (an overflow) as in {@link fromFraction}. */
export function sumOf(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum + 0;
  }
  const { units, scale } = plus(fractionOf(a), fractionOf(b));
  return fromFraction(units, scale);
}

/** The sum of all, exactly, however far digits reach on the way; null (an overflow) as in {@link fromFraction}. */
export function totalOf(nums: readonly Num[]): Num | null {
  let whole = 0;
  let rest: Fraction | null = null;
  for (const num of nums) {
    const next: number = typeof num === 'number' ? whole + num : NaN;
    if (Number.isSafeInteger(num) && Number.isSafeInteger(next)) whole = next;
    else rest = plus(rest ?? ZERO, fractionOf(num));
  }
  if (rest === null) return whole;
  const { units, scale } = plus(rest, fractionOf(whole));
  return fromFraction(units, scale);
}

const ZERO: Fraction = { units: 0n, scale: 0 };

/** Exact; null (an overflow) as in {@link fromFraction}. */
export function productOf(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(product)) return product + 0;
  }
  const [left, right] = [fractionOf(a), fractionOf(b)];
  return fromFraction(left.units * right.units, left.scale + right.scale);
}

/** Minus a number; 0 stays 0. */
export function negativeOf(num: Num): Num {
  if (typeof num === 'number') return 0 - num;
  return { decimal: num.decimal.startsWith('-') ? num.decimal.slice(1) : `-${num.decimal}` };
}

/** `num` * 10^-places. */
export function shifted(num: Num, places: number): Num | null {
  if (places === 0) return num;
  const { units, scale } = fractionOf(num);
  return fromFraction(units, scale + places);
}

/** The digits without an exponent: `0.25`, `-3`. Equal values have one text. */
export function numText(num: Num): string {
  if (typeof num === 'object') return num.decimal;
  const { units, scale } = fractionOf(num);
  return plainText(units, scale);
}

/** One key for equal values in a map or set. */
export const numKey = (num: Num): number | string => (typeof num === 'number' ? num : num.decimal);

/** Whether a number is kept as digits, because no double is equal to it. */
export const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'decimal');

function aligned(a: Fraction, b: Fraction): readonly [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale)];
}

function plainText(units: bigint, scale: number): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
