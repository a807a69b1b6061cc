import { asOwner } from '../as-owner.js';
import type { TestHost } from '../start-host.js';

/** How many rows each table of a Postgres schema has. */
export async function rowsOf(host: TestHost, schema: string): Promise<ReadonlyMap<string, number>> {
  const em = asOwner(host.database);
  const tables = await em.execute<{ name: string }[]>(
    'select table_name as name from information_schema.tables where table_schema = ? order by table_name',
    [schema],
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await em.execute<{ count: string }[]>(`select count(*) as count from "${schema}"."${name}"`);
    counts.set(name, Number(row?.count));
  }
  return counts;
}
