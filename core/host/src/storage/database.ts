import { type SqlEntityManager, MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { MikroORM as PgliteOrm } from '@mikro-orm/pglite';
import { Migrator } from '@mikro-orm/migrations';
import { asHost, forAccount } from '@ostiary/plugin-api';
import { ACCOUNT_FILTER, accountFilter } from './account-filter.js';
import type { Em, Orm } from './em.js';
import { migrate, migrateAlone } from './migrate.js';
import type { ComposedStorage } from './part.js';
import { ensureRoles } from './roles.js';
import { AS_SERVICE, SET_SCOPE, SET_SCOPE_TEXT } from './scope.js';

export type { Em } from './em.js';

/**
 * The open database. Its connections work under a role that sees no rows of accounts, so each unit of work says for whom it is.
 * See docs/adr/0116.
 */
export interface Database {
  /** A unit of work for one account: row-level security shows it that account's rows and no others. */
  forAccount(accountId: string): Em;
  /** A unit of work across accounts, which is the host's own: dispatch, sweeps, retention, finding a key, the operator's commands. */
  asHost(): Em;
  /** What plugins inject as `EntityManager`: it works for nobody, so shared tables are all it sees. */
  readonly plain: Em;
  /** What it runs on: the pool of PostgreSQL, or PGlite. */
  readonly connection: ReturnType<SqlEntityManager['getConnection']>;
  close(): Promise<void>;
}

/** Injection token of `Database`. */
export const DATABASE = Symbol('ostiary.database');

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize?: number }
  /** PGlite in a directory. The caller holds the lock of the directory (`lockDataDirectory`). */
  | { readonly kind: 'pglite'; readonly directory: string }
  /** PGlite in memory, on files that hold a cluster already when given. For tests. */
  | { readonly kind: 'memory'; readonly files?: DatabaseFiles };

/** Where PGlite has its files, in place of its own memory. */
export type DatabaseFiles = NonNullable<PGliteOptions['fs']>;

/**
 * PGlite's own start, with a cache of 32 MB in place of 128 MB: all of it is resident from the start, and what is not in it is
 * read from the cache of the operating system (docs/adr/0072).
 */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

const PREPARE_SCOPE = `prepare ${SET_SCOPE} (text, text) as ${SET_SCOPE_TEXT}`;

/**
 * Opens the database and brings its schemas up to date.
 * @throws EnvironmentError when the roles of row-level security cannot be made, and what the driver throws when the server cannot be
 * reached or a migration fails; nothing stays open then
 */
export async function openDatabase(location: DatabaseLocation, storage: ComposedStorage): Promise<Database> {
  // The user who connects owns the tables: migrations are its work, on connections that are closed before anything else begins.
  const owner = await connect(location, storage);
  try {
    if (location.kind === 'postgres') {
      await migrateAlone(owner);
    } else {
      await ensureRoles(owner.em.fork());
      await migrate(owner);
      // There is one session, which stays that of the service.
      await owner.em.fork().execute(AS_SERVICE);
      await owner.em.fork().execute(PREPARE_SCOPE);
      return databaseOn(owner);
    }
  } catch (error) {
    await owner.close(true);
    throw error;
  }
  await owner.close(true);
  return databaseOn(await connect(location, storage, `${AS_SERVICE}; ${PREPARE_SCOPE}`));
}

function databaseOn(orm: Orm): Database {
  const plain = orm.em;
  return {
    forAccount: (accountId) => forAccount(plain, accountId),
    asHost: () => asHost(plain),
    plain,
    connection: plain.getConnection(),
    close: () => orm.close(true),
  };
}

/** @param first what each connection to PostgreSQL runs before anything else */
async function connect(location: DatabaseLocation, storage: ComposedStorage, first?: string): Promise<Orm> {
  const common = {
    entities: [...storage.entities],
    filters: { [ACCOUNT_FILTER]: accountFilter },
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'core.migrations',
      migrationsList: [...storage.migrations],
      snapshot: false,
      silent: true,
    },
    forceUtcTimezone: true,
    // Row-level security is the migrations' (`tenantTable`), not that of entities.
    schemaGenerator: { ignorePolicies: true },
    // Values bound to statements may be secrets: nothing is logged by the driver.
    debug: false,
  };
  switch (location.kind) {
    case 'postgres':
      return asOrm(
        await PostgresOrm.init({
          ...common,
          clientUrl: location.url,
          pool: { min: 0, max: location.poolSize ?? 10 },
          ...(first !== undefined && {
            driverOptions: () => ({
              onConnect: (client: { query(text: string): Promise<unknown> }) => client.query(first),
            }),
          }),
        }),
      );
    case 'pglite':
      return asOrm(
        await PgliteOrm.init({
          ...common,
          dbName: 'postgres',
          driverOptions: { dataDir: location.directory, startParams: START_PARAMS },
        }),
      );
    case 'memory':
      return asOrm(
        await PgliteOrm.init({
          ...common,
          dbName: 'memory://',
          // A function, because MikroORM copies option objects deeply.
          driverOptions: () => ({ startParams: START_PARAMS, ...(location.files && { fs: location.files }) }),
        }),
      );
  }
}

/** Both drivers speak Postgres and share these base classes; what differs between them is not used here. */
function asOrm(orm: unknown): Orm {
  return orm as Orm;
}
