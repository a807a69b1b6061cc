import { Migration } from '@mikro-orm/migrations';
import { asOwner, createScratchDatabase, embeddedDatabaseFiles } from '@ostiary/testkit';
import { describe, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import { openDatabase } from './database.js';
import { MigrationFailed } from './migration-failed.js';
import { composeStorage } from './part.js';

class Broken extends Migration {
  override up(): void {
    this.addSql('create table core.whole (id int)');
    this.addSql('create table nowhere.notes (id int)');
  }
}

describe('a migration that fails', () => {
  it('is named, with the plugin it belongs to, and leaves nothing behind', async () => {
    const part = { schema: 'noting', entities: [], migrations: [{ name: 'noting/001_notes', class: Broken }] };
    const files = await embeddedDatabaseFiles();
    const opened = openDatabase({ kind: 'memory', files }, composeStorage([...CORE_STORAGE, part]));
    await expect(opened).rejects.toBeInstanceOf(MigrationFailed);
    await expect(opened).rejects.toThrow(/^The migration noting\/001_notes of the plugin noting failed\. .*nowhere/s);
  });
});

const server = process.env['OSTIARY_DATABASE_URL'] ?? '';
const storage = composeStorage(CORE_STORAGE);

// Needs a PostgreSQL server; PGlite has one process and cannot be migrated by two at once.
describe.runIf(server !== '')('migrations of a shared server', () => {
  it('run once when four processes start at once', async () => {
    const scratch = await createScratchDatabase(server);
    const started = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ kind: 'postgres', url: scratch.url, poolSize: 2 }, storage)),
    );
    const ran =
      started[0] &&
      (await asOwner(started[0]).execute<{ name: string }[]>('select name from core.migrations order by id'));
    for (const database of started) await database.close();
    await scratch.drop();
    expect(ran?.map(({ name }) => name)).toEqual(storage.migrations.map(({ name }) => name));
  });
});
