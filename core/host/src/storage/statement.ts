import { CompiledQuery } from 'kysely';
import type { Em } from './database.js';

/** What a bound value may be: JSON goes in as text, with a cast in the statement. */
export type Bound =
  | string
  | number
  | boolean
  | bigint
  | Date
  | Uint8Array
  | null
  | readonly string[]
  | readonly number[];

/**
 * Runs one statement with `$1` placeholders, in the transaction of `em` if it has one. The values travel apart from the text:
 * a request of megabytes is not scanned and quoted, as `em.execute` would.
 * Timestamps come back as text (see `timestamp`).
 */
export async function statement<Row>(em: Em, text: string, values: readonly Bound[] = []): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]));
  return rows as Row[];
}

/** A timestamptz column as a Date, whichever form the driver gives it in. */
export function timestamp(value: string | Date): Date {
  return value instanceof Date ? value : new Date(value);
}
