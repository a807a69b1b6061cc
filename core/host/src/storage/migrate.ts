import { isDatabaseGone } from './database-gone.js';
import type { Orm } from './em.js';
import { MigrationFailed } from './migration-failed.js';
import { ensureRoles } from './roles.js';

/** Any number, the same in every process. */
const MIGRATION_LOCK = 7_416_520_114;

/**
 * Runs what has not run yet, all or nothing. Returns the names that ran.
 * @throws MigrationFailed that names the one that failed
 */
export async function migrate(database: Orm): Promise<readonly string[]> {
  const { migrator } = database;
  let current: string | undefined;
  const begins = ({ name }: { readonly name: string }): void => void (current = name);
  migrator.on('migrating', begins);
  try {
    const done = await migrator.up();
    return done.map((migration) => migration.name);
  } catch (error) {
    if (current === undefined || isDatabaseGone(error)) throw error;
    throw new MigrationFailed(current, error);
  } finally {
    migrator.off('migrating', begins);
  }
}

/** As `migrate`, on a server that several processes may migrate at once: one does, the others wait and find it done. */
export async function migrateAlone(database: Orm): Promise<readonly string[]> {
  return database.em.fork().transactional(async (em) => {
    // Held by this transaction until it ends; the migrator works on another connection of the pool.
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    // On a connection of its own: a role that is made must be there for the migrator.
    await ensureRoles(database.em.fork());
    return migrate(database);
  });
}
