/** Neighbours of numbers, by their bits: what lies between two of them is never taken to be there. */
import type { Precision } from './number.js';

const view = new DataView(new ArrayBuffer(8));

/** The next number above, or the same for the largest. */
export function nextUp(value: number, precision: Precision): number {
  if (precision === 'int64') return value + 1;
  return precision === 'float32' ? up32(value) : up64(value);
}

/** The next number below. */
export const nextDown = (value: number, precision: Precision): number => -nextUp(-value, precision);

function up32(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  view.setFloat32(0, value === 0 ? 0 : value);
  view.setUint32(0, view.getUint32(0) + (value >= 0 ? 1 : -1));
  return view.getFloat32(0);
}

function up64(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  view.setFloat64(0, value === 0 ? 0 : value);
  view.setBigUint64(0, view.getBigUint64(0) + (value >= 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** Largest finite number of a precision. */
export function largest(precision: Precision): number {
  if (precision === 'int64') return Number.MAX_SAFE_INTEGER;
  return precision === 'float32' ? Math.fround(3.4028234663852886e38) : Number.MAX_VALUE;
}

/** Bits of a number as the model takes it, in hexadecimal: 8 digits of a float32, 16 of the others. */
export function bitsOf(value: number, precision: Precision): string {
  if (precision === 'float32') {
    view.setFloat32(0, value);
    return view.getUint32(0).toString(16).padStart(8, '0');
  }
  if (precision === 'int64') view.setBigInt64(0, BigInt(value));
  else view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** The number again that `bitsOf` wrote: 8 digits of a float32, 16 of the others. */
export function fromBits(bits: string, precision: Precision): number {
  if (bits.length === 8) {
    view.setUint32(0, Number.parseInt(bits, 16));
    return view.getFloat32(0);
  }
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return precision === 'float64' ? view.getFloat64(0) : Number(view.getBigInt64(0));
}

/** Shortest decimal that reads back as the same number of the precision. */
export function decimal(value: number, precision: Precision): string {
  if (Number.isNaN(value)) return 'missing';
  if (precision !== 'float32') return String(value);
  for (let digits = 1; digits <= 9; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}
