import type { JsonObject } from '../json.js';
import { mapProse } from './walk.js';

export interface Translated<T> {
  readonly value: T;
  /** Texts no table has, with a place where each stands; they were left as they are. */
  readonly missing: readonly { readonly text: string; readonly pointer: string }[];
}

/**
 * A copy with every prose string in the other language: looked up in the part's own table, then in the host's.
 * See docs/adr/0062.
 */
export function translate<T extends object>(value: T, tables: readonly ReadonlyMap<string, string>[]): Translated<T> {
  const missing = new Map<string, string>();
  const translated = mapProse(value as JsonObject, (text, pointer) => {
    const found = tables.find((table) => table.has(text))?.get(text);
    if (found === undefined && !missing.has(text)) missing.set(text, pointer);
    return found ?? text;
  });
  return { value: translated as T, missing: [...missing].map(([text, pointer]) => ({ text, pointer })) };
}
