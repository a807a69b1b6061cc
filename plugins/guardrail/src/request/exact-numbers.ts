import { pointerChild } from '@ostiary/catalogue';

/**
 * Pointer to the first number that JSON may have rounded (beyond 2^53-1, or too large to be one), or null. Two
 * different calls would look the same behind such a number, whatever the policy reads of it.
 */
export function inexactNumber(value: unknown, pointer = ''): string | null {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : pointer;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = inexactNumber(member, pointerChild(pointer, key));
    if (found !== null) return found;
  }
  return null;
}
