import { MikroORM } from '@mikro-orm/postgresql';
import { onTestFinished } from 'vitest';

/** Reads a PostgreSQL database as its administrator: SQL with `?` for each value. */
export type ReadRows = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Looks into the database at `url` until the test is over. */
export async function rowsOf(url: string): Promise<ReadRows> {
  const orm = await MikroORM.init({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  onTestFinished(() => orm.close(true));
  return <Row>(sql: string, values: readonly unknown[] = []) =>
    orm.em.getConnection().execute<Row[]>(sql, [...values], 'all');
}
