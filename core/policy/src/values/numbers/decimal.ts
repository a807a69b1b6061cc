import { numberText } from '@ostiary/json';

/** Sign, digits before and after the point, and exponent of a number's text. */
export const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The integer n with text = n * 10^-scale, or null when that is not a safe integer (more digits than the scale holds,
 * too large, not a number). Exact: no step goes through a binary fraction. Trailing zeros do not count as digits.
 *
 * @example scaleDecimal('100.5', 2) === 10050; scaleDecimal('1e2', 0) === 100; scaleDecimal('0.005', 2) === null
 */
export function scaleDecimal(text: string, scale: number): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0;
  const shift = Number(exponent) - fraction.length + scale;
  const kept = shift < 0 ? dropZeros(digits, -shift) : digits.length + shift > 16 ? null : digits + '0'.repeat(shift);
  if (kept === null) return null;
  const value = Number(kept);
  if (!Number.isSafeInteger(value)) return null;
  return sign === '-' && value !== 0 ? -value : value;
}

/** `digits` without its last `count` digits, when all of them are zero. */
function dropZeros(digits: string, count: number): string | null {
  return /^0*$/.test(digits.slice(-count)) && count < digits.length ? digits.slice(0, -count) : null;
}

/** A JSON number (see `@ostiary/json`), scaled; null as in {@link scaleDecimal}, and for anything else. */
export function scaleNumber(value: unknown, scale: number): number | null {
  if (typeof value !== 'number') {
    const text = numberText(value);
    return text === null ? null : scaleDecimal(text, scale);
  }
  if (Number.isSafeInteger(value)) {
    const scaled = value * 10 ** scale;
    return Number.isSafeInteger(scaled) ? scaled + 0 : null;
  }
  return Number.isFinite(value) && !Number.isInteger(value) ? scaleDecimal(String(value), scale) : null;
}

/** The decimal text of `units` * 10^-scale with exactly `scale` digits after the point. */
export function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const sign = units < 0 ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
