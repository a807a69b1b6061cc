import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/postgresql';

type Database = SqlMikroORM<AbstractSqlDriver, SqlEntityManager>;

/** Any number, the same in every process. */
const MIGRATION_LOCK = 7_416_520_114;

/** Runs what has not run yet, all or nothing. Answers the names that ran. */
export async function migrate(database: Database): Promise<readonly string[]> {
  const done = await database.migrator.up();
  return done.map((migration) => migration.name);
}

/** As `migrate`, on a server that several processes may migrate at once: one does, the others wait and find it done. */
export async function migrateAlone(database: Database): Promise<readonly string[]> {
  return database.em.fork().transactional(async (em) => {
    // Held by this transaction until it ends; the migrator works on another connection of the pool.
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    return migrate(database);
  });
}
