import {
  type AbstractSqlDriver,
  type SqlEntityManager,
  MikroORM as PostgresOrm,
  type SqlMikroORM,
} from '@mikro-orm/postgresql';
import { PGlite } from '@electric-sql/pglite';
import { MikroORM as PgliteOrm } from '@mikro-orm/pglite';
import { Migrator } from '@mikro-orm/migrations';
import { migrate, migrateAlone } from './migrate.js';
import type { ComposedStorage } from './part.js';

/** The open database. Every request and every job works on a fork of `em`. */
export type Database = SqlMikroORM<AbstractSqlDriver, SqlEntityManager>;

/** A unit of work on the database: a fork of `Database.em`, or the manager of an open transaction. */
export type Em = SqlEntityManager;

/** Injection token of `Database`. */
export const DATABASE = Symbol('ostiary.database');

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize?: number }
  /** PGlite in a directory. The caller holds the lock of the directory (`lockDataDirectory`). */
  | { readonly kind: 'pglite'; readonly directory: string }
  /** PGlite in memory, from a dump of another one when given. For tests. */
  | { readonly kind: 'memory'; readonly dump?: Blob };

/**
 * PGlite's own start, with a cache of 32 MB in place of 128 MB: all of it is resident from the start, and what is not in it is
 * read from the cache of the operating system (docs/adr/0072).
 */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * Opens the database and brings its schemas up to date.
 * @throws what the driver throws when the server cannot be reached or a migration fails; nothing stays open then
 */
export async function openDatabase(location: DatabaseLocation, storage: ComposedStorage): Promise<Database> {
  const database = await connect(location, storage);
  try {
    await (location.kind === 'postgres' ? migrateAlone(database) : migrate(database));
  } catch (error) {
    await database.close(true);
    throw error;
  }
  return database;
}

async function connect(location: DatabaseLocation, storage: ComposedStorage): Promise<Database> {
  const common = {
    entities: [...storage.entities],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'core.migrations',
      migrationsList: [...storage.migrations],
      snapshot: false,
      silent: true,
    },
    forceUtcTimezone: true,
    // Values bound to statements may be secrets: nothing is logged by the driver.
    debug: false,
  };
  switch (location.kind) {
    case 'postgres':
      return asDatabase(
        await PostgresOrm.init({ ...common, clientUrl: location.url, pool: { min: 0, max: location.poolSize ?? 10 } }),
      );
    case 'pglite':
      return asDatabase(
        await PgliteOrm.init({
          ...common,
          dbName: 'postgres',
          driverOptions: { dataDir: location.directory, startParams: START_PARAMS },
        }),
      );
    case 'memory':
      return asDatabase(
        await PgliteOrm.init({
          ...common,
          dbName: 'memory://',
          // A function, because MikroORM copies option objects deeply and a copied Blob is none.
          driverOptions: () => ({ startParams: START_PARAMS, ...(location.dump && { loadDataDir: location.dump }) }),
        }),
      );
  }
}

/** Both drivers speak Postgres and share these base classes; what differs between them is not used here. */
function asDatabase(orm: unknown): Database {
  return orm as Database;
}
