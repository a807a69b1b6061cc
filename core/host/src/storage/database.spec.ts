import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { asOwner, layEmbeddedDatabase, openTestDatabase } from '@ostiary/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { Account } from '../keys/entities/account.js';
import { CORE_STORAGE } from '../start/core-parts.js';
import { type Database, openDatabase } from './database.js';
import { composeStorage } from './part.js';

const directory = mkdtempSync(join(tmpdir(), 'ostiary-db-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const account = (id: string) => ({
  id,
  name: 'Test',
  plan: 'standard',
  status: 'active' as const,
  createdAt: new Date(),
});

const schemaOf = (database: Database) =>
  database.plain.config.getExtension<{ getUpdateSchemaSQL(options: object): Promise<string> }>(
    '@mikro-orm/schema-generator',
  )!;

describe.skipIf(process.env['OSTIARY_DATABASE_URL'])('the embedded database', () => {
  it('makes its schemas, keeps its rows over a second opening, and runs no migration twice', async () => {
    const storage = composeStorage(CORE_STORAGE);
    const first = await openDatabase({ kind: 'pglite', directory: join(directory, 'db') }, storage);
    await first.asHost().insert(Account, account('acc_1'));
    await first.close();
    const second = await openDatabase({ kind: 'pglite', directory: join(directory, 'db') }, storage);
    expect(await second.asHost().findOneOrFail(Account, 'acc_1')).toMatchObject({ name: 'Test' });
    const ran = await asOwner(second).execute<{ name: string }[]>('select name from core.migrations order by id');
    expect(ran.map(({ name }) => name)).toEqual(storage.migrations.map(({ name }) => name));
    await second.close();
  });

  it('has the columns its entities say, no more, no fewer, of the same types', async () => {
    const store = await openTestDatabase(composeStorage(CORE_STORAGE), undefined);
    const diff = await schemaOf(store.database).getUpdateSchemaSQL({ wrap: false });
    await store.close();
    // The record of what was done is written and read by statements alone.
    const others = diff.split('\n').filter((line) => !/"core"\."audit(_heads)?"/.test(line));
    expect(others.filter((line) => /(add|drop) column| type |create table|drop table/.test(line))).toEqual([]);
  });

  it('leaves nothing behind of a set of migrations of which one fails', async () => {
    class Good extends Migration {
      override up(): void {
        this.addSql('create table core.good (id int)');
      }
    }
    class Bad extends Migration {
      override up(): void {
        this.addSql('create table core.good (id int)');
      }
    }
    const path = join(directory, 'fails');
    await layEmbeddedDatabase(path);
    const parts = [
      ...CORE_STORAGE,
      {
        schema: 'core',
        entities: [],
        migrations: [
          { name: 'x/1', class: Good },
          { name: 'x/2', class: Bad },
        ],
      },
    ];
    await expect(openDatabase({ kind: 'pglite', directory: path }, composeStorage(parts))).rejects.toThrow(
      'already exists',
    );
    const database = await openDatabase({ kind: 'pglite', directory: path }, composeStorage(CORE_STORAGE));
    expect(await database.asHost().execute(`select to_regclass('core.good') as found`)).toEqual([{ found: null }]);
    await database.close();
  });

  it('refuses two migrations of one name', () => {
    expect(() => composeStorage([...CORE_STORAGE, ...CORE_STORAGE])).toThrow(
      'two migrations are named core/001_accounts',
    );
  });
});
