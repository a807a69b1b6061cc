import type { RecordValue, Value } from './value.js';

/** Equality of two values of one type. Money of two currencies is unequal here; comparing it is for the caller to refuse. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalValues(item as Value, b[i] as Value));
  if (Array.isArray(b)) return false;
  const [left, right] = [a as RecordValue, b as RecordValue];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => {
      const [x, y] = [left[name], right[name]];
      return x !== undefined && y !== undefined && equalValues(x, y);
    })
  );
}

/** The values without repeats, first occurrences in their order. Takes time linear in their number. */
export function distinctValues(values: readonly Value[]): readonly Value[] {
  const byKey = new Map<unknown, Value>();
  for (const value of values) {
    // JSON of a value of one type is the same for equal values, as its records are built in one order.
    const key = typeof value === 'object' ? JSON.stringify(value) : value;
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}
