import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { MikroORM } from '@mikro-orm/postgresql';
import { filesBelow, type Piece, type Place } from './search.js';

/** Runs one statement. */
type Query = <Row>(text: string) => Promise<readonly Row[]>;

const TABLES = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`;

/** Every row of every table, as JSON. */
const everyTable = (query: Query): Place => ({
  name: 'tables of the database',
  async *pieces(): AsyncGenerator<Piece> {
    for (const { name } of await query<{ name: string }>(TABLES)) {
      const rows = await query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      for (const { row } of rows) yield { where: name, bytes: Buffer.from(row) };
    }
  },
});

/** The tables of an embedded database that nobody has open. `close` lets go of it. */
export async function embeddedTables(directory: string): Promise<{ readonly place: Place; close(): Promise<void> }> {
  const database = await PGlite.create(directory);
  const query: Query = async <Row>(text: string) => (await database.query<Row>(text)).rows;
  return { place: everyTable(query), close: () => database.close() };
}

/** A database of its own on the server of a deployment, for the time of a verification. */
export interface ScratchDatabase {
  readonly url: string;
  /** What can be searched of it, and why not the rest. */
  places(): Promise<{ readonly places: readonly Place[]; readonly skipped: readonly string[] }>;
  drop(): Promise<void>;
}

/** Makes a database `name` on the server that `url` names; its role must be allowed to. */
export async function scratchDatabase(url: string, name: string): Promise<ScratchDatabase> {
  const server = await connect(url);
  await server.query(`create database ${name}`);
  // Where it may be set: every statement in the log of the server, with what is bound to it.
  await server.query(`alter database ${name} set log_min_duration_statement = 0`).catch(() => []);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const inside = await connect(own.href);
  return {
    url: own.href,
    places: async () => {
      const tables = everyTable(inside.query);
      const files = await serverFiles(inside.query);
      return typeof files === 'string'
        ? { places: [tables], skipped: [files] }
        : { places: [tables, files], skipped: [] };
    },
    drop: async () => {
      await inside.close();
      await server.query(`drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}

/** The files of the server, where they lie on this machine and may be read: those of the database, and the log of changes. */
async function serverFiles(query: Query): Promise<Place | string> {
  try {
    await query('checkpoint');
    const [found] = await query<{ directory: string; oid: string }>(
      `select current_setting('data_directory') as directory, oid::text as oid from pg_database where datname = current_database()`,
    );
    const { directory = '', oid = '' } = found ?? {};
    const folders = [join(directory, 'base', oid), join(directory, 'pg_wal')];
    for (const folder of folders) {
      accessSync(folder, constants.R_OK);
      readdirSync(folder);
    }
    return filesBelow('files of the database server, with its log of changes', ...folders);
  } catch {
    return 'files of the database server: not on this machine, or not to be read by this user';
  }
}

async function connect(url: string): Promise<{ readonly query: Query; close(): Promise<void> }> {
  const orm = await MikroORM.init({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  const query: Query = async <Row>(text: string) => orm.em.getConnection().execute<Row[]>(text);
  return { query, close: () => orm.close(true) };
}
