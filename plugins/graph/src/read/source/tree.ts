import { isRawNumber } from '@ostiary/json';

/**
 * A document as the readers see it: strings, numbers, booleans, null, arrays, and records. A record's names are the customer's,
 * so a member is asked for as an own one: `__proto__` and `constructor` are names like any other.
 */
export type TreeRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is TreeRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An own member of a record; undefined of anything else. */
export function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member some records down. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(member, value);
}

export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The members of a record in their order; none of anything else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** The items of a list; none of anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** What a value is, in the words of the problems. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (isRawNumber(value)) return 'number';
  return typeof value === 'object' ? 'record' : typeof value;
}
