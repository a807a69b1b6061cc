import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../plugin.js';

describe('the tables of the hunt', () => {
  let orm: MikroORM;

  beforeAll(async () => {
    const { entities = [], migrations = [] } = plugin.storage ?? {};
    orm = await MikroORM.init({
      entities: [...entities] as never[],
      dbName: 'memory://',
      extensions: [Migrator],
      forceUtcTimezone: true,
      schemaGenerator: { ignorePolicies: true },
      migrations: { migrationsList: [...migrations] as never[], snapshot: false, silent: true },
    });
    for (const role of ['ostiary_service', 'ostiary_host']) await orm.em.fork().execute(`create role ${role} nologin`);
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
