import { UNSTORED } from '@ostiary/plugin-api';
import type { UnstoredValues } from './held-values.js';

type Members = Record<string, unknown>;

/** The members of a JSON pointer (RFC 6901), unescaped. */
export const membersOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * A request without its values at `pointers`, in whose place the marker stands, and these values. The request given is
 * not changed; what is on the way to a value is copied.
 */
export function takeOut(
  request: unknown,
  pointers: readonly string[],
): { readonly request: unknown; readonly values: UnstoredValues } {
  const values = new Map<string, string>();
  let left = request;
  for (const pointer of pointers) {
    left = replaced(left, membersOf(pointer), (value) => values.set(pointer, value));
  }
  return { request: left, values };
}

/** Copies the objects on the way to a text and puts the marker in its place; returns what it was given when there is no text. */
function replaced(value: unknown, [name, ...rest]: readonly string[], take: (text: string) => void): unknown {
  if (name === undefined) {
    if (typeof value !== 'string') return value;
    take(value);
    return UNSTORED;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Members;
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: key === name ? replaced(member, rest, take) : (member as unknown),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
