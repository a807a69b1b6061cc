import { PgliteConnection } from '@mikro-orm/pglite';
import { protocol, type PGlite } from '@electric-sql/pglite';
import type { Database } from './database.js';
import { AS_SERVICE } from './scope.js';
import { statement } from './statement.js';

/** Tables with 50 dead rows and a fifth of those alive: where PostgreSQL's autovacuum begins. */
const DUE = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where n_dead_tup > 50 + n_live_tup / 5`;

/**
 * Frees what dead rows take in tables and indexes of the embedded database, a table at a time. PGlite has no autovacuum: without this
 * its indexes would keep an entry for most states of every job there ever was. Elsewhere the server sees to it.
 * Statistics are not made: plans are those of a table nobody knows, whatever was in it when it was looked at.
 * See docs/adr/0139.
 */
export async function* clearDeadRows(database: Database): AsyncGenerator<void> {
  const { connection } = database;
  if (!(connection instanceof PgliteConnection)) return;
  const pglite = await connection.getNativeClient();
  for (const { name } of await statement<{ name: string }>(database.asHost(), DUE)) {
    await asOwner(pglite, `vacuum ${name}`);
    yield;
  }
}

/** INVARIANT: nothing else runs while the session is that of the tables' owner, and it is the service's again before anything does. */
async function asOwner(pglite: PGlite, text: string): Promise<void> {
  const run = (sql: string): Promise<unknown> =>
    pglite._runExclusiveQuery(() => pglite.execProtocolStream(protocol.serialize.query(sql), { syncToFs: false }));
  await pglite._runExclusiveTransaction(async () => {
    await run('reset role');
    try {
      await run(text);
    } finally {
      await run(AS_SERVICE);
    }
  });
}
