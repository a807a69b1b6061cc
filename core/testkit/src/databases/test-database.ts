import { join } from 'node:path';
import {
  asDeployment,
  assemble,
  type ComposedStorage,
  type Database,
  type DatabaseFiles,
  hostControllers,
  openDatabase,
  type PluginRegistry,
  storageOf,
} from '@ostiary/host';
import type { ScratchDatabase } from './scratch.js';
import { copyTemplateDatabase, copyTemplateFolder, filesFromTemplate, openFromTemplate } from './template.js';

/** Dumps and folders of migrated databases, so that each test file need not make one; of the project that is tested. */
const CACHE = join(process.cwd(), 'node_modules', '.cache', 'ostiary-testkit');

/** A throw-away database with its tables, and nobody at work on it. */
export interface TestDatabase {
  readonly database: Database;
  /** Null for PGlite in memory. */
  readonly url: string | null;
  /** Makes accounts without keys or quota, for what must be somebody's. */
  addAccounts(...ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens PGlite in memory, or a new database on the PostgreSQL server that `serverUrl` names. */
export async function openTestDatabase(
  storage: ReturnType<typeof storageOf>,
  serverUrl: string | undefined,
): Promise<TestDatabase> {
  if (!serverUrl) {
    const database = await openFromTemplate(storage, CACHE, hostStorage);
    return { database, url: null, addAccounts: adderTo(database), close: () => database.close() };
  }
  const scratch = await copyTemplateDatabase(serverUrl, storage);
  const database = await openDatabase({ kind: 'postgres', url: scratch.url, poolSize: 10 }, storage);
  return {
    database,
    url: scratch.url,
    addAccounts: adderTo(database),
    close: () => {
      const closing = new AsyncDisposableStack();
      closing.defer(() => scratch.drop());
      closing.defer(() => database.close());
      return closing.disposeAsync();
    },
  };
}

/**
 * Lays the embedded database of the host alone into a folder, so that whoever opens it need not make it, which takes seconds.
 * Plugins with tables of their own migrate on top of it.
 */
export async function layEmbeddedDatabase(directory: string): Promise<void> {
  await copyTemplateFolder(directory, await hostStorage(), CACHE);
}

/** The same in memory, for a test that opens PGlite itself. The roles of row-level security are there. */
export async function embeddedDatabaseFiles(): Promise<DatabaseFiles> {
  return filesFromTemplate(await hostStorage(), CACHE);
}

/** A database on the server at `url` as `layEmbeddedDatabase` lays one into a folder. */
export async function copyHostDatabase(url: string): Promise<ScratchDatabase> {
  return copyTemplateDatabase(url, await hostStorage());
}

let ofHost: Promise<ComposedStorage> | undefined;
const hostStorage = (): Promise<ComposedStorage> => (ofHost ??= noPlugins().then(storageOf));

/** The registry of a host without plugins. */
export function noPlugins(): Promise<PluginRegistry> {
  return assemble(asDeployment({ kind: 'embedded', plugins: [] }, 'the test', process.cwd()), hostControllers());
}

function adderTo(database: Database): TestDatabase['addAccounts'] {
  return async (...ids) => {
    for (const id of ids)
      await database.asHost().execute(
        `insert into core.accounts (id, name, plan, status, created_at)
         values (?, 'Test', 'standard', 'active', statement_timestamp())`,
        [id],
      );
  };
}
