import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfig } from '../config/host-config.js';
import { type DataLock, lockDataDirectory } from '../storage/data-lock.js';
import { type Database, openDatabase } from '../storage/database.js';
import type { ComposedStorage } from '../storage/part.js';

/** The database of a process, and the lock of its folder if it is embedded. */
export interface OpenStore {
  readonly database: Database;
  /** Closes the database, then gives the folder back. */
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL where one is configured, else PGlite in the data folder, which it takes for this process.
 * @throws DataDirectoryInUse
 */
export async function openStore(config: HostConfig, storage: ComposedStorage): Promise<OpenStore> {
  if (config.databaseUrl !== null) {
    const database = await openDatabase(
      { kind: 'postgres', url: config.databaseUrl, poolSize: config.databasePool },
      storage,
    );
    return { database, close: () => database.close(true) };
  }
  const lock = await lockDataDirectory(config.dataDirectory);
  try {
    const directory = join(config.dataDirectory, 'database');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const database = await openDatabase({ kind: 'pglite', directory }, storage);
    return { database, close: () => closeBoth(database, lock) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function closeBoth(database: Database, lock: DataLock): Promise<void> {
  try {
    await database.close(true);
  } finally {
    lock.release();
  }
}
