/** Neighbours of floating-point numbers, and how many of them lie between two. Everything by bit patterns. */

const word = new DataView(new ArrayBuffer(8));

/** Position of a float32 among all float32 numbers; 0 and -0 share theirs. */
function ordinal32(value: number): number {
  word.setFloat32(0, value);
  const bits = word.getInt32(0);
  return bits >= 0 ? bits : -(bits & 0x7fff_ffff);
}

function of32(ordinal: number): number {
  word.setInt32(0, ordinal >= 0 ? ordinal : -ordinal | 0x8000_0000);
  return word.getFloat32(0);
}

function ordinal64(value: number): bigint {
  word.setFloat64(0, value);
  const bits = word.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & 0x7fff_ffff_ffff_ffffn);
}

function of64(ordinal: bigint): number {
  word.setBigInt64(0, ordinal >= 0n ? ordinal : BigInt.asIntN(64, -ordinal | 0x8000_0000_0000_0000n));
  return word.getFloat64(0);
}

/** The greatest float64 below a number; of -Infinity it is -Infinity. */
export const below = (value: number): number => (value === -Infinity ? value : of64(ordinal64(value) - 1n));

/** Distance between the values that a column can have, as `CellColumn.spacing`. */
export type Spacing = number | 'float32' | 'float64';

/** The least value that the column can have from `value` on; `anchor` is one that it can have, far away perhaps. */
export function roundUp(value: number, spacing: Spacing, anchor: number): number {
  if (spacing === 'float64' || !Number.isFinite(value)) return value;
  if (spacing === 'float32') {
    const near = Math.fround(value);
    return near >= value ? near : of32(ordinal32(near) + 1);
  }
  const offset = anchor % spacing;
  return offset + Math.ceil((value - offset) / spacing) * spacing;
}

/** The greatest value that the column can have up to `value`. */
export function roundDown(value: number, spacing: Spacing, anchor: number): number {
  if (spacing === 'float64' || !Number.isFinite(value)) return value;
  if (spacing === 'float32') {
    const near = Math.fround(value);
    return near <= value ? near : of32(ordinal32(near) - 1);
  }
  const offset = anchor % spacing;
  return offset + Math.floor((value - offset) / spacing) * spacing;
}

/** How many values a column has from `low` to `high`, both included: a float where it holds the number exactly. */
export function valuesBetween(low: number, high: number, spacing: Spacing): number | bigint {
  if (low > high) return 0;
  if (spacing === 'float32') return ordinal32(high) - ordinal32(low) + 1;
  if (spacing === 'float64') return ordinal64(high) - ordinal64(low) + 1n;
  const steps = Math.round((high - low) / spacing);
  return steps < Number.MAX_SAFE_INTEGER ? steps + 1 : BigInt(steps) + 1n;
}
