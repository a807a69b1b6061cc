import { openDatabase, storageOf } from '@ostiary/host';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../as-owner.js';
import { copyTemplateDatabase } from './template.js';
import { noPlugins } from './test-database.js';

const server = process.env['OSTIARY_DATABASE_URL'] ?? '';

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
});
