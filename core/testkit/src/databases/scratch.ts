import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';

/** A new database on a PostgreSQL server, for one test. */
export interface ScratchDatabase {
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

/** Makes a database with a name of its own on the server that `url` names; empty, or a copy of another one there. */
export async function createScratchDatabase(url: string, template?: string): Promise<ScratchDatabase> {
  const name = `ostiary_test_${randomBytes(8).toString('hex')}`;
  await onServer(url, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    name,
    drop: async () => void (await onServer(url, `drop database if exists ${name} with (force)`)),
  };
}

/** Runs one statement on a server, in the database that `url` names. Returns its rows. */
export async function onServer(url: string, statement: string): Promise<readonly unknown[]> {
  const orm = await MikroORM.init({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    return await orm.em.getConnection().execute<unknown[]>(statement);
  } finally {
    await orm.close(true);
  }
}
