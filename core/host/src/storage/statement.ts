import { PgliteConnection } from '@mikro-orm/pglite';
import { CompiledQuery } from 'kysely';
import type { Em } from './database.js';
import { PreparedPglite } from './prepared-pglite.js';
import { PreparedPostgres, type Pool } from './prepared-postgres.js';
import { scopeOf } from './scope.js';

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
 * Runs one statement with `$1` placeholders for whom `em` works, in the transaction of `em` if it has one. The values travel apart from the text:
 * a request of megabytes is not scanned and quoted, as `em.execute` would. The statement stays prepared on its connection, so
 * its text must be one of the code's own and never hold a value.
 * Timestamps come back as text (see `timestamp`).
 */
export async function statement<Row>(em: Em, text: string, values: readonly Bound[] = []): Promise<Row[]> {
  const on = await preparedOn(em);
  const inTransaction = em.isInTransaction();
  const scope = scopeOf(em);
  if (on instanceof PreparedPglite) return on.run<Row>(text, values, scope, inTransaction);
  if (!inTransaction) return on.run<Row>(text, values, scope);
  const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]));
  return rows as Row[];
}

/** A timestamptz column as a Date, whichever form the driver gives it in. */
export function timestamp(value: string | Date): Date {
  return value instanceof Date ? value : new Date(value);
}

type On = PreparedPglite | PreparedPostgres;
const known = new WeakMap<object, On>();

async function preparedOn(em: Em): Promise<On> {
  const connection: unknown = em.getConnection();
  const seen = known.get(connection as object);
  if (seen) return seen;
  const made =
    connection instanceof PgliteConnection
      ? new PreparedPglite(await connection.getNativeClient())
      : new PreparedPostgres(await (connection as { getNativeClient(): Promise<Pool> }).getNativeClient());
  // Of two first statements at once the one that comes later finds what the other made.
  const first = known.get(connection as object) ?? made;
  known.set(connection as object, first);
  return first;
}
