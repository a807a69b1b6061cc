import { PgliteConnection } from '@mikro-orm/pglite';
import type { Database } from '@ostiary/host';

/** A whole PGlite cluster as one uncompressed tar. Compressing costs more time than the bytes are worth. */
export async function dumpPglite(database: Database): Promise<Blob> {
  const connection: unknown = database.connection;
  if (!(connection instanceof PgliteConnection)) throw new Error('only PGlite can be dumped this way');
  const client = await connection.getNativeClient();
  return client.dumpDataDir('none');
}
