import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@ostiary/plugin-api';
import { EnvironmentError } from '../config/environment.js';
import type { HostConfig } from '../config/host-config.js';
import { DatabaseDamaged, isDamage } from '../storage/database-damaged.js';
import { isDatabaseGone } from '../storage/database-gone.js';
import { onceUp } from '../storage/once-up.js';
import { type DataLock, lockDataDirectory } from '../storage/data-lock.js';
import { type Database, openDatabase } from '../storage/database.js';
import type { ComposedStorage } from '../storage/part.js';

/** The database of a process, and the lock of its folder if it is embedded. */
export interface OpenStore {
  readonly database: Database;
  /** Closes the database, then gives the folder back. */
  close(): Promise<void>;
}

/** Where the embedded database of a data folder lies. */
export const embeddedDatabase = (dataDirectory: string): string => join(dataDirectory, 'database');

/**
 * Opens PostgreSQL where one is configured, else PGlite in the data folder, which it takes for this process.
 * @throws DataDirectoryInUse, DatabaseDamaged, MigrationFailed, and EnvironmentError when PostgreSQL does not let this process in
 */
export async function openStore(config: HostConfig, storage: ComposedStorage, log: Logger): Promise<OpenStore> {
  const { databaseUrl: url, databasePool: poolSize } = config;
  if (url !== null) {
    const open = (): Promise<Database> => openDatabase({ kind: 'postgres', url, poolSize }, storage);
    const database = await onceUp(open, log).catch((error: unknown) => {
      throw asFaultOfDatabase(error);
    });
    return { database, close: () => database.close() };
  }
  const lock = await lockDataDirectory(config.dataDirectory);
  try {
    const directory = embeddedDatabase(config.dataDirectory);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const database = await openDatabase({ kind: 'pglite', directory }, storage).catch((error: unknown) => {
      throw isDamage(error) ? new DatabaseDamaged(directory, error) : error;
    });
    return { database, close: () => closeBoth(database, lock) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function closeBoth(database: Database, lock: DataLock): Promise<void> {
  try {
    await database.close();
  } finally {
    lock.release();
  }
}

/** SQLSTATE classes 28 (who is asking) and 3D (no such database), and a server that is not there. */
function asFaultOfDatabase(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (/^(28|3D)...$/.test(code ?? '') || isDatabaseGone(cause))
      return new EnvironmentError([`OSTIARY_DATABASE_URL: the database cannot be used: ${cause.message || code}`]);
  }
  return error;
}
