import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { type Database, openDatabase, storageOf } from '@ostiary/host';
import { afterAll, describe, expect, it } from 'vitest';
import { asOwner } from '../as-owner.js';
import { noPlugins } from './test-database.js';
import { copyTemplateFolder, openFromTemplate } from './template.js';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-template-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const storage = storageOf(await noPlugins());

class More extends Migration {
  override up(): void {
    this.addSql('create table core.more (id integer)');
  }
}

/** Closes it, having seen that it is migrated and has no account. */
async function expectFresh(database: Database, migrations = storage.migrations.length): Promise<void> {
  const rows = await asOwner(database).execute(
    'select (select count(*)::int from core.accounts) as accounts, (select count(*)::int from core.migrations) as migrations',
  );
  await database.close();
  expect(rows).toEqual([{ accounts: 0, migrations }]);
}

describe('the embedded database from a template', () => {
  it('is in memory as it was made, and made once', async () => {
    const cache = join(directory, 'dumps');
    await expectFresh(await openFromTemplate(storage, cache));
    const dumps = readdirSync(cache);
    expect(dumps).toHaveLength(1);
    await expectFresh(await openFromTemplate(storage, cache));
    expect(readdirSync(cache)).toEqual(dumps);
  });

  it('is migrated from another, whose dump is kept too', async () => {
    const cache = join(directory, 'dumps');
    const more = { ...storage, migrations: [...storage.migrations, { name: '999-more', class: More }] };
    const open = () => openFromTemplate(more, cache, () => Promise.resolve(storage));
    await expectFresh(await open(), more.migrations.length);
    expect(readdirSync(cache)).toHaveLength(2);
    const again = await open();
    expect(await asOwner(again).execute('select * from core.more')).toEqual([]);
    await expectFresh(again, more.migrations.length);
  });

  it('is in a folder as it was made, and made once', async () => {
    const cache = join(directory, 'dumps');
    for (const name of ['one', 'two']) {
      const folder = join(directory, name);
      await copyTemplateFolder(folder, storage, cache);
      expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
      await expectFresh(await openDatabase({ kind: 'pglite', directory: folder }, storage));
      expect(readdirSync(cache).filter((made) => !made.endsWith('.dump'))).toHaveLength(1);
    }
  });
});
