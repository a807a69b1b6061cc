import { type Accounts, AccountsError, asHost, forAccount, Services, type Transaction } from '@ostiary/plugin-api';
import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { databaseUrl } from '@ostiary/testkit/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { performAdmin } from '../keys/admin-commands.js';

let host: TestHost;
let accounts: Accounts;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withAccounts, fixtures.withMode] });
  accounts = host.get(Services.accounts as never);
});
afterAll(() => host.close());

const admin = (command: object) => performAdmin(host.admin as unknown as Parameters<typeof performAdmin>[0], command);
const ask = (path: string, bearer: string) => host.http.get(path).set('Authorization', bearer);

describe('a plugin that makes accounts', () => {
  it('gives them a plan, units and a key that works at once', async () => {
    const { body } = await host.http
      .post('/v1/subscriptions')
      .send({ name: 'Ada', plan: 'gold', units: 77 })
      .expect(201);
    expect(body.told).toBe('subscribed');
    const { body: account } = await ask('/v1/account', `Bearer ${body.key}`).expect(200);
    expect(account).toMatchObject({ id: body.account, plan: 'gold', status: 'active', quotas: [{ limit: 77 }] });
  });

  it('suspends and resumes them, changes and ends keys, at the next request', async () => {
    const { id, accountId, bearer } = await host.createKey({ grants: ['echo'] });
    const echo = () => host.http.post('/v1/solves').set('Authorization', bearer).send({ mode: 'echo', text: 'a' });
    expect((await echo()).status).toBeLessThan(300);
    await accounts.suspend(accountId);
    expect((await echo()).body.slug).toBe('account_suspended');
    await accounts.resume(accountId);
    await accounts.changeGrants(id, { remove: ['echo'] });
    expect((await echo()).body.slug).toBe('missing_grant');
    expect(await accounts.changeGrants(id, { add: ['subscribed', 'echo', 'echo'] })).toEqual(['echo', 'subscribed']);
    expect((await echo()).status).toBeLessThan(300);
    await accounts.revokeKey(id);
    expect((await echo()).status).toBe(401);
    await expect(accounts.changeGrants(id, { add: ['echo'] })).rejects.toThrow(
      `there is no key ${id}, or it was revoked`,
    );
  });

  it('does so in its own transaction and in the name of a caller', async () => {
    const { id: keyId, accountId } = await host.createKey();
    const by = (tx: Transaction) => ({ tx, actor: { kind: 'key', id: keyId } as const });
    const made = { name: 'Ada', units: 5 };
    const gone: string[] = [];
    const failing = asHost(host.database.plain).transactional(async (tx) => {
      gone.push(await accounts.create(made, by(tx)));
      await accounts.suspend(accountId, by(tx));
      throw new Error('and nothing of it is there');
    });
    await expect(failing).rejects.toThrow('nothing of it');
    const { body } = await ask('/v1/account', (await host.createKey({ accountId })).bearer).expect(200);
    expect(body.status).toBe('active');
    expect(JSON.stringify(await admin({ command: 'account list' }))).not.toContain(gone[0]);

    const { account, key } = await asHost(host.database.plain).transactional(async (tx) => {
      const id = await accounts.create(made, by(tx));
      await accounts.suspend(id, by(tx));
      await accounts.resume(id, by(tx));
      await accounts.change(id, { plan: 'gold' }, by(tx));
      // What cannot be done leaves the rest as it was.
      await expect(accounts.change('acc_none', { plan: 'gold' }, by(tx))).rejects.toThrow('there is no account');
      const { id: first } = await accounts.createKey({ accountId: id, grants: [] }, by(tx));
      await accounts.changeGrants(first, { add: ['subscribed'] }, by(tx));
      await accounts.revokeKey(first, by(tx));
      return { account: id, key: (await accounts.createKey({ accountId: id, grants: [] }, by(tx))).key };
    });
    const { body: read } = await ask('/v1/account', `Bearer ${key.reveal()}`).expect(200);
    expect(read).toMatchObject({ id: account, plan: 'gold', status: 'active' });
    const audited = (await admin({ command: 'audit list', account })) as { action: string; by: string }[];
    expect(audited.map(({ action }) => action).toReversed()).toEqual([
      'account.created',
      'account.status_changed',
      'account.status_changed',
      'account.changed',
      'key.created',
      'key.grants_changed',
      'key.revoked',
      'key.created',
    ]);
    expect(new Set(audited.map((row) => row.by))).toEqual(new Set([`key ${keyId}`]));
    await admin({ command: 'audit verify' });
  });

  it('finds those there are', async () => {
    const { accountId } = await host.createKey();
    expect(await accounts.exists(accountId)).toBe(true);
    expect(await accounts.exists('acc_none')).toBe(false);
    await host.admin.eraseAccount(accountId);
    expect(await accounts.exists(accountId)).toBe(false);
  });

  // On the embedded database there is one connection: an erasure waits there anyway.
  it.runIf(databaseUrl !== undefined)('holds one that it found until its transaction ends', async () => {
    const { accountId } = await host.createKey();
    const waiting = () =>
      host.database
        .asHost()
        .execute<object[]>(
          'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
        );
    const erased = await asHost(host.database.plain).transactional(async (tx) => {
      expect(await accounts.exists(accountId, { tx })).toBe(true);
      const erasure = host.admin.eraseAccount(accountId);
      await expect.poll(waiting).not.toEqual([]);
      expect(await accounts.exists(accountId, { tx })).toBe(true);
      return { erasure };
    });
    await erased.erasure;
    expect(await accounts.exists(accountId)).toBe(false);
  });

  it('is refused a transaction that could not see what it has to change', async () => {
    const { accountId } = await host.createKey();
    const wrong = forAccount(host.database.plain, accountId);
    await wrong.transactional(async (tx) => {
      await expect(accounts.suspend(accountId, { tx })).rejects.toThrow('begun as the host');
    });
    await expect(accounts.suspend(accountId, { tx: asHost(host.database.plain) })).rejects.toThrow('open transaction');
  });

  it('is told what cannot be done', async () => {
    const { id, accountId } = await host.createKey();
    const name = 'Acme\u001b[2J';
    for (const [work, told] of [
      [() => accounts.create({ name }), 'name: must not hold control characters'],
      [() => accounts.create({ name: 'a\u202eb' }), 'name: must not hold control characters'],
      [() => accounts.create({ name: '' }), 'name: must have 1 to 200 characters'],
      [() => accounts.change(accountId, { units: -1 }), 'units: must be a whole number'],
      [() => accounts.change(accountId, { plan: '\n' }), 'plan: must not hold control characters'],
      [() => accounts.change('acc_none', { plan: 'gold' }), 'there is no account acc_none'],
      [() => accounts.suspend('acc_none'), 'there is no account acc_none'],
      [() => accounts.createKey({ accountId, grants: ['none'] }), 'unknown grants: none'],
      [() => accounts.createKey({ accountId, grants: [], name }), 'name: must not hold control characters'],
      [() => accounts.changeGrants(id, { add: ['none'] }), 'unknown grants: none'],
      [() => accounts.revokeKey('key_none'), 'there is no key key_none'],
    ] as const) {
      const failed: unknown = await (work() as Promise<unknown>).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(AccountsError);
      expect((failed as Error).message).toContain(told);
    }
    const { body } = await host.http.post('/v1/subscriptions').send({ name, plan: 'gold', units: 1 }).expect(201);
    expect(body.told).toContain('must not hold control characters');
  });
});

describe('an operator', () => {
  it('changes the grants of a key, the plan and the units of an account', async () => {
    const { id, accountId, bearer } = await host.createKey({ grants: ['echo'] });
    expect(await admin({ command: 'key grants', id, add: ['subscribed'], remove: ['echo'] })).toEqual({
      id,
      grants: 'subscribed',
    });
    expect((await ask('/v1/capabilities', bearer).expect(200)).body.key.grants).toEqual(['subscribed']);
    await admin({ command: 'account change', id: accountId, plan: 'gold', units: 5 });
    expect((await ask('/v1/account', bearer).expect(200)).body).toMatchObject({ plan: 'gold', quotas: [{ limit: 5 }] });
    expect(await admin({ command: 'key revoke-lost' })).toEqual({ revoked: 0 });
    await expect(admin({ command: 'account create', name: 'a\u0007b' })).rejects.toThrow('control characters');
  });
});
