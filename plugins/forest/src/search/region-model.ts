/**
 * Whole trees and forms as compiled code reads them: copied into its memory once, above the room for regions. When that room grows, or too
 * much was copied, all of it is forgotten and copied again as it is asked for.
 */
import { regionCode } from './region-code.js';

/** Bytes of all copies. */
const MOST = 1 << 27;

/** Where copies begin, and where the next one does. */
let start = 0;
let next = 0;
let copies = new WeakMap<Int32Array | Float64Array, number>();
/** Of lists of arrays where these lie, one after the other. */
let lists = new WeakMap<readonly (Int32Array | Float64Array)[], Int32Array>();

/** Room for regions ends here: what lies below is lost. */
export function keepAbove(end: number): void {
  if (end <= start) return;
  start = Math.ceil(end / 16) * 32;
  forget();
}

function forget(): void {
  next = start;
  copies = new WeakMap();
  lists = new WeakMap();
}

/** Where arrays were copied to; undefined where they are too large. Memory may grow. */
export function addressesOf(arrays: readonly (Int32Array | Float64Array)[]): Int32Array | undefined {
  const known = lists.get(arrays);
  if (known !== undefined) return known;
  let missing = 0;
  for (const array of arrays) if (!copies.has(array)) missing += array.byteLength + 16;
  if (missing > 0) {
    if (next + missing - start > MOST) {
      forget();
      missing = arrays.reduce((sum, { byteLength }) => sum + byteLength + 16, 0);
      if (missing > MOST) return undefined;
    }
    regionCode().reserve(next + missing);
  }
  const addresses = Int32Array.from(arrays, (array) => copies.get(array) ?? copied(array));
  lists.set(arrays, addresses);
  return addresses;
}

function copied(array: Int32Array | Float64Array): number {
  const address = next;
  const to = new Uint8Array(regionCode().memory.buffer, address, array.byteLength);
  to.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  copies.set(array, address);
  next = Math.ceil((address + array.byteLength) / 16) * 16;
  return address;
}
