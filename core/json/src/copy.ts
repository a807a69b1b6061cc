import { isRawNumber } from './number.js';

/** A copy of a JSON value that shares no object with it. `structuredClone` would make plain objects of `RawNumber`s. */
export function copyJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    // Not by assignment: the name may be `__proto__`.
    Object.defineProperty(copy, name, {
      value: copyJson<unknown>(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy as T;
}

/**
 * A copy in which every number is one that JavaScript holds: the nearest. For documents whose numbers are bounds and
 * examples, never for what is compared.
 */
export function nearestNumbers(value: unknown): unknown {
  if (isRawNumber(value)) return Number(value.rawJSON);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(nearestNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, nearestNumbers(member)]));
}
