import { pointerChild } from '@ostiary/catalogue';
import { isRawNumber } from '@ostiary/json';

/** A key that reaches an object's prototype if anyone ever assigns by it. */
const RESERVED = '__proto__';

/** Levels of lists and objects that a value may have; what walks over values walks no deeper. */
const MAX_DEPTH = 64;

/**
 * Pointer to the first thing in a JSON value that two readers could take for different ones, or null: a number
 * that is not one (infinite, or not a number), a name that reaches an object's prototype, nesting
 * without end. Two different calls would look the same behind it, whatever the policy reads.
 */
export function unreadable(value: unknown): string | null {
  return isUnreadable(value, MAX_DEPTH) ? placeOf(value, MAX_DEPTH, '') : null;
}

/** Most values are readable, and then no pointer need be made. */
function isUnreadable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return false;
  if (levels === 0) return true;
  for (const key of Object.keys(value)) {
    if (key === RESERVED || isUnreadable((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  }
  return false;
}

function placeOf(value: unknown, levels: number, pointer: string): string {
  if (typeof value !== 'object' || value === null || levels === 0) return pointer;
  for (const [key, member] of Object.entries(value)) {
    const at = pointerChild(pointer, key);
    if (key === RESERVED) return at;
    if (isUnreadable(member, levels - 1)) return placeOf(member, levels - 1, at);
  }
  return pointer;
}
