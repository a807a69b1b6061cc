import { randomBytes } from 'node:crypto';
import { asOwner, createScratchDatabase, openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import { openDatabase } from './database.js';
import { openTables } from './open-tables.js';
import { composeStorage } from './part.js';

import { statement } from './statement.js';

const server = process.env['OSTIARY_DATABASE_URL'];
const storage = composeStorage(CORE_STORAGE);
let store: TestDatabase;

beforeAll(async () => {
  store = await openTestDatabase(storage, server);
  await store.addAccounts('acc_a', 'acc_b');
});
afterAll(() => store.close());

const ACCOUNTS = 'select id from core.accounts order by id';
const seen = async (accountId: string): Promise<string[]> =>
  (await statement<{ id: string }>(store.database.forAccount(accountId), ACCOUNTS)).map(({ id }) => id);

describe('the database', () => {
  it('works under a role that is no superuser, passes by no policy and owns no table', async () => {
    const [me] = await store.database.plain.fork().execute<object[]>(
      `select rolname as name, rolsuper or rolbypassrls as passes, (select count(*)::int from pg_class where relowner = r.oid) as owns
         from pg_roles r where rolname = current_user`,
    );
    expect(me).toEqual({ name: 'ostiary_service', passes: false, owns: 0 });
  });

  it('keeps accounts apart in every table of the host; the list of migrations is out of reach', async () => {
    expect(await openTables(store.database.asHost(), ['core'])).toMatchObject([{ table: 'migrations' }]);
    await expect(store.database.asHost().execute('select 1 from core.migrations')).rejects.toThrow('permission denied');
  });

  it('shows an account itself, the host all, and what is for nobody nothing', async () => {
    expect(await seen('acc_a')).toEqual(['acc_a']);
    expect(await seen('acc_none')).toEqual([]);
    expect(await statement(store.database.asHost(), ACCOUNTS)).toEqual([{ id: 'acc_a' }, { id: 'acc_b' }]);
    expect(await store.database.plain.fork().execute(ACCOUNTS)).toEqual([]);
    await expect(statement(store.database.plain.fork(), ACCOUNTS)).rejects.toThrow('for an account or as the host');
    expect(() => store.database.forAccount('')).toThrow('needs its id');
  });

  it('keeps the account to one statement or one transaction, also when that fails', async () => {
    const nothing = async (): Promise<void> => {
      for (let connection = 0; connection < 12; connection += 1)
        expect(await store.database.plain.fork().execute(ACCOUNTS)).toEqual([]);
    };
    await seen('acc_a');
    await nothing();
    await expect(statement(store.database.forAccount('acc_a'), 'select 1 / 0')).rejects.toThrow('division by zero');
    await nothing();
    const failing = store.database.forAccount('acc_a').transactional(async (tx) => {
      expect(await statement(tx, ACCOUNTS)).toEqual([{ id: 'acc_a' }]);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await nothing();
  });

  it('tells apart what runs at once', async () => {
    const asked = Array.from({ length: 200 }, (_, n) => (n % 3 === 0 ? 'acc_a' : n % 3 === 1 ? 'acc_b' : 'acc_none'));
    const found = await Promise.all(
      asked.map((id, n) =>
        n % 2 === 0
          ? seen(id)
          : store.database
              .forAccount(id)
              .transactional(async (tx) => (await statement<{ id: string }>(tx, ACCOUNTS)).map((row) => row.id)),
      ),
    );
    expect(found).toEqual(asked.map((id) => (id === 'acc_none' ? [] : [id])));
  });

  it('lets an account change and remove only what is its own', async () => {
    const a = (): ReturnType<typeof store.database.forAccount> => store.database.forAccount('acc_a');
    await statement(a(), `update core.accounts set name = 'of a'`);
    await statement(a(), 'delete from core.accounts where id <> $1', ['acc_a']);
    await expect(statement(a(), `update core.accounts set id = 'acc_c'`)).rejects.toMatchObject({ code: '42501' });
    await expect(
      statement(
        a(),
        `insert into core.accounts (id, name, plan, status, created_at) values ('acc_d', '', '', 'active', now())`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await asOwner(store.database).execute('select id, name from core.accounts order by id')).toEqual([
      { id: 'acc_a', name: 'of a' },
      { id: 'acc_b', name: 'Test' },
    ]);
  });
});

// Needs a PostgreSQL server: the embedded database has one user, who may do everything.
describe.runIf(server)('a user of PostgreSQL who may not make roles', () => {
  it('is told what an administrator has to do, and starts once that is done', async () => {
    const administrator = asOwner(store.database);
    const user = `ostiary_test_${randomBytes(6).toString('hex')}`;
    const scratch = await createScratchDatabase(server ?? '');
    const url = new URL(scratch.url);
    url.username = user;
    try {
      await administrator.execute(`create role ${user} login`);
      await administrator.execute(`alter database ${url.pathname.slice(1)} owner to ${user}`);
      const open = () => openDatabase({ kind: 'postgres', url: url.href, poolSize: 2 }, storage);
      const refused = await open().then(
        () => '',
        (error: unknown) => (error as Error).message,
      );
      expect(refused).toContain(`${user} may not make or take the role ostiary_service`);
      const [grant] = /grant .*;/.exec(refused) ?? [''];
      await administrator.execute(grant);
      const database = await open();
      expect(await statement(database.asHost(), ACCOUNTS)).toEqual([]);
      await database.close();
    } finally {
      await scratch.drop();
      await administrator.execute(`drop role ${user}`);
    }
  });
});
