import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedTable, tenantTable } from '@ostiary/plugin-api';
import { type ComposedStorage, type Database, type DatabaseFiles, openDatabase } from '@ostiary/host';
import { clusterOf, dumpCluster, filesFrom, layCluster } from './cluster.js';
import { createScratchDatabase, onServer, type ScratchDatabase } from './scratch.js';

/** The dumps that were used last: a process that starts host after host reads each once. */
const DUMPS_KEPT = 3;
const kept = new Map<string, ReturnType<typeof clusterOf>>();

/**
 * Opens a fresh PGlite in memory with all migrations done, from a dump that is kept in `cacheDirectory`.
 * Making a cluster takes seconds, filling one from a dump hundredths of one.
 * The dump's name is a digest of the migrations' names and code and of what puts tables under row-level security, so a change to
 * either makes a new dump.
 * @param base what a dump that is not there yet is made from, as when plugins come to a host: only what it lacks is migrated
 */
export async function openFromTemplate(
  storage: ComposedStorage,
  cacheDirectory: string,
  base: () => Promise<ComposedStorage> = () => Promise.resolve(storage),
): Promise<Database> {
  const file = dumpOf(storage, cacheDirectory);
  if (existsSync(file)) return openDump(file, storage);
  const database = await openOn(await base(), storage, cacheDirectory);
  const dump = await dumpCluster(database);
  mkdirSync(cacheDirectory, { recursive: true });
  // Another test process may write the same file: each renames a whole one into place.
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, dump);
  renameSync(part, file);
  return database;
}

async function openOn(base: ComposedStorage, storage: ComposedStorage, cacheDirectory: string): Promise<Database> {
  const file = dumpOf(base, cacheDirectory);
  if (file === dumpOf(storage, cacheDirectory)) return openDatabase({ kind: 'memory' }, storage);
  await (await openFromTemplate(base, cacheDirectory)).close();
  return openDump(file, storage);
}

/** Files in memory as `openFromTemplate` would open them, for whoever opens PGlite itself. */
export async function filesFromTemplate(storage: ComposedStorage, cacheDirectory: string): Promise<DatabaseFiles> {
  return filesFrom(clusterIn(await madeDump(storage, cacheDirectory)));
}

/** The file of the dump, which is made where it is missing. */
async function madeDump(storage: ComposedStorage, cacheDirectory: string): Promise<string> {
  const file = dumpOf(storage, cacheDirectory);
  if (!existsSync(file)) await (await openFromTemplate(storage, cacheDirectory)).close();
  return file;
}

function openDump(file: string, storage: ComposedStorage): Promise<Database> {
  return openDatabase({ kind: 'memory', files: filesFrom(clusterIn(file)) }, storage);
}

function clusterIn(file: string): ReturnType<typeof clusterOf> {
  const cluster = kept.get(file) ?? clusterOf(readFileSync(file));
  // The last used is the last in the map.
  kept.delete(file);
  kept.set(file, cluster);
  for (const oldest of [...kept.keys()].slice(0, -DUMPS_KEPT)) kept.delete(oldest);
  return cluster;
}

const dumpOf = (storage: ComposedStorage, cacheDirectory: string): string =>
  join(cacheDirectory, `pglite-${digestOf(storage)}.dump`);

/**
 * Lays the embedded database into `directory` as a first start leaves it: migrated, without a row. It is copied from a folder
 * that is kept in `cacheDirectory`, under a name made as that of a dump is.
 */
export async function copyTemplateFolder(
  directory: string,
  storage: ComposedStorage,
  cacheDirectory: string,
): Promise<void> {
  const template = join(cacheDirectory, `pglite-${digestOf(storage)}`);
  if (!existsSync(template)) {
    const part = `${template}.${process.pid}.part`;
    layCluster(clusterIn(await madeDump(storage, cacheDirectory)), part);
    // The dump is of a database that was open; what is copied was closed.
    await (await openDatabase({ kind: 'pglite', directory: part }, storage)).close();
    renameUnlessThere(part, template);
  }
  cpSync(template, directory, { recursive: true });
}

/** Names of the templates that this process knows to be on a server, by its URL. */
const onServers = new Map<string, Promise<string>>();

/** What the template of these migrations is called on a server. */
export const templateDatabaseOf = (storage: ComposedStorage): string => `ostiary_template_${digestOf(storage)}`;

/** PostgreSQL's codes for a database that is not there, and for one that somebody is at. */
const MISSING = '3D000';
const IN_USE = '55006';
const DAY_MS = 86_400_000;

/**
 * Makes a database with all migrations done on the server that `url` names: a copy of one that is kept there, under a name made as that of
 * a dump is. It is made where it is missing, and remains when the test is over; those that no run has used for a day go when one is made.
 */
export async function copyTemplateDatabase(url: string, storage: ComposedStorage): Promise<ScratchDatabase> {
  const name = templateDatabaseOf(storage);
  const key = `${url} ${name}`;
  const copy = async (): Promise<ScratchDatabase> => {
    const made = onServers.get(key) ?? makeTemplateDatabase(url, name, storage);
    onServers.set(key, made);
    return createScratchDatabase(url, await made);
  };
  try {
    return await copy();
  } catch (error) {
    if (codeOf(error) !== MISSING) throw error;
    // Somebody has dropped it since this process saw it.
    onServers.delete(key);
    return copy();
  }
}

async function makeTemplateDatabase(url: string, name: string, storage: ComposedStorage): Promise<string> {
  const markUsed = (database: string) =>
    onServer(url, `comment on database ${database} is '${new Date().toISOString()}'`);
  const isThere = async (): Promise<boolean> =>
    (await onServer(url, `select 1 from pg_database where datname = '${name}'`)).length > 0;
  if (await isThere()) {
    await markUsed(name);
    return name;
  }
  const scratch = await createScratchDatabase(url);
  await (await openDatabase({ kind: 'postgres', url: scratch.url }, storage)).close();
  await markUsed(scratch.name);
  try {
    // Whole at once, so that nobody copies a half.
    await onServer(url, `alter database ${scratch.name} rename to ${name}`);
  } catch (error) {
    // Another test process may have made the same meanwhile.
    await scratch.drop();
    if (!(await isThere())) throw error;
  }
  await dropUnused(url);
  return name;
}

/** Drops the templates of earlier code. One that another run still needs was used within the day, or is made again there. */
async function dropUnused(url: string): Promise<void> {
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const unused = (await onServer(
    url,
    `select datname as name from pg_database where datname like 'ostiary\\_template\\_%'
     and coalesce(shobj_description(oid, 'pg_database'), '') collate "C" < '${since}'`,
  )) as readonly { readonly name: string }[];
  for (const { name } of unused) {
    try {
      await onServer(url, `drop database if exists ${name}`);
    } catch (error) {
      if (codeOf(error) !== IN_USE) throw error;
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** Another test process may have made the same folder meanwhile: then this one is not wanted. */
function renameUnlessThere(part: string, folder: string): void {
  try {
    renameSync(part, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(part, { recursive: true, force: true });
  }
}

function digestOf(storage: ComposedStorage): string {
  const hash = createHash('sha256');
  for (const { name, class: migration } of storage.migrations)
    hash.update(name).update('\0').update(migration.toString()).update('\0');
  const security = { addSql: (sql: string) => void hash.update(sql).update('\0') };
  tenantTable(security, 'a.table');
  sharedTable(security, 'a.table');
  return hash.digest('hex').slice(0, 24);
}
