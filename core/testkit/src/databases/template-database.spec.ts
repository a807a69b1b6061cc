import { Migration } from '@mikro-orm/migrations';
import { openDatabase, storageOf } from '@ostiary/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asOwner } from '../as-owner.js';
import { createScratchDatabase, onServer } from './scratch.js';
import { copyTemplateDatabase, templateDatabaseOf } from './template.js';
import { noPlugins } from './test-database.js';

const server = process.env['OSTIARY_DATABASE_URL'] ?? '';

/** Of no other test, so that a template with it is made here. */
class OfThisTest extends Migration {
  override up(): void {
    this.addSql('create table core.of_this_test (id integer)');
  }
}

const templates = async (): Promise<string[]> => {
  const rows = await onServer(
    server,
    "select datname as name from pg_database where datname like 'ostiary_template_%'",
  );
  return (rows as { readonly name: string }[]).map(({ name }) => name);
};
const drop = (name: string) => onServer(server, `drop database if exists ${name}`);

/** A template of other code, that was last used so many hours ago; null: at a time that nobody knows. */
async function lastUsed(hoursAgo: number | null): Promise<string> {
  const scratch = await createScratchDatabase(server);
  const name = scratch.name.replace('ostiary_test_', 'ostiary_template_');
  onTestFinished(async () => void (await drop(name)));
  if (hoursAgo !== null)
    await onServer(
      server,
      `comment on database ${scratch.name} is '${new Date(Date.now() - hoursAgo * 3_600_000).toISOString()}'`,
    );
  await onServer(server, `alter database ${scratch.name} rename to ${name}`);
  return name;
}

describe.runIf(server !== '')('a database on a server from a template', () => {
  it('is migrated, and of nobody else', async () => {
    const storage = storageOf(await noPlugins());
    const names: string[] = [];
    for (const _ of [1, 2]) {
      const copy = await copyTemplateDatabase(server, storage);
      names.push(copy.name);
      const database = await openDatabase({ kind: 'postgres', url: copy.url }, storage);
      const owner = asOwner(database);
      const rows = await owner.execute('select name from core.migrations order by id');
      expect(rows).toEqual(storage.migrations.map(({ name }) => ({ name })));
      await owner.execute('create table core.mine (id integer)');
      await database.close();
      await copy.drop();
    }
    expect(new Set(names).size).toBe(2);
  });

  it('takes the place of those that no run has used for a day, and is made again where it was dropped', async () => {
    const storage = storageOf(await noPlugins());
    const own = { ...storage, migrations: [...storage.migrations, { name: '999-of-this-test', class: OfThisTest }] };
    const made = templateDatabaseOf(own);
    await drop(made);
    onTestFinished(async () => void (await drop(made)));
    const [recent, old, ofNobodyKnowsWhen] = [await lastUsed(23), await lastUsed(25), await lastUsed(null)];
    expect(await templates()).toEqual(expect.arrayContaining([recent, old, ofNobodyKnowsWhen]));
    for (const _ of ['made', 'made again']) {
      await (await copyTemplateDatabase(server, own)).drop();
      const there = await templates();
      expect(there).toEqual(expect.arrayContaining([recent, made]));
      expect(there.filter((name) => name === old || name === ofNobodyKnowsWhen)).toEqual([]);
      await drop(made);
    }
  });
});
