// Embedded only: it opens PGlite itself.
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/pglite';
import { embeddedDatabaseFiles } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../plugin.js';

describe('the tables of the hunt', () => {
  let orm: MikroORM;

  beforeAll(async () => {
    const { entities = [], migrations = [] } = plugin.storage ?? {};
    const fs = await embeddedDatabaseFiles();
    orm = await MikroORM.init({
      entities: [...entities] as never[],
      dbName: 'memory://',
      // A function, because MikroORM copies option objects deeply.
      driverOptions: () => ({ fs }),
      extensions: [Migrator],
      forceUtcTimezone: true,
      schemaGenerator: { ignorePolicies: true },
      migrations: { migrationsList: [...migrations] as never[], snapshot: false, silent: true },
    });
    await orm.migrator.up();
  });
  afterAll(() => orm.close(true));

  it('are as their entities describe them', async () => {
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).not.toContain('hunt.');
  });

  it('are all gone after the way back', async () => {
    await orm.migrator.down({ to: 0 });
    const left = await orm.em
      .fork()
      .execute<object[]>("select 1 from information_schema.schemata where schema_name = 'hunt'");
    expect(left).toEqual([]);
    await orm.migrator.up();
  });
});
