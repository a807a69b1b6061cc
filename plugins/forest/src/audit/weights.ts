/**
 * Weights of records: whom each stands for. They are added up exactly, as whole numbers, so that a share is the same whichever workers
 * add which of them; no verdict knows of them. See docs/adr/0175.
 */
import type { RecordRow } from '../table/index.js';

export type Weighted = Pick<RecordRow, 'weight'>;

/** Where all records weigh the same, shares of weight say nothing that counts do not. */
export const isWeighted = (records: readonly Weighted[]): boolean =>
  records.some(({ weight }) => weight !== records[0]?.weight);

const BITS = new DataView(new ArrayBuffer(8));

/** A weight as a whole multiple of 2^-1074, which every double is. */
export function unitsOf(weight: number): bigint {
  BITS.setFloat64(0, weight);
  const bits = BITS.getBigUint64(0);
  const [exponent, mantissa] = [bits >> 52n, bits & ((1n << 52n) - 1n)];
  return exponent === 0n ? mantissa : (mantissa | (1n << 52n)) << (exponent - 1n);
}

/** The weight of some records by that of all; null where no record is heavier than another, or none weighs anything. */
export function weightShare(part: readonly Weighted[], all: readonly Weighted[]): number | null {
  const sum = (records: readonly Weighted[]): bigint =>
    records.reduce((units, { weight }) => units + unitsOf(weight), 0n);
  return isWeighted(all) ? quotient(sum(part), sum(all)) : null;
}

/** Of whole numbers that may have hundreds of digits; null of nothing. */
export function quotient(part: bigint, whole: bigint): number | null {
  if (whole === 0n) return null;
  // The quotient is taken of what a double can tell.
  const scale = 10n ** 18n;
  return Number((part * scale) / whole) / 1e18;
}
