import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';

/** A new database on a PostgreSQL server, for one test. */
export interface ScratchDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes a database with a name of its own on the server that `url` names. */
export async function createScratchDatabase(url: string): Promise<ScratchDatabase> {
  const name = `ostiary_test_${randomBytes(8).toString('hex')}`;
  await onServer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(url, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const orm = await MikroORM.init({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    await orm.em.getConnection().execute(statement);
  } finally {
    await orm.close(true);
  }
}
