import { type Accounts, AccountsError, Services } from '@ostiary/plugin-api';
import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
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
  it('gives an account a package feed, and takes it away', async () => {
    const { accountId, bearer } = await host.createKey();
    await ask('/v1/packages/entitlement', bearer).expect(403);
    const feed = {
      command: 'account feed',
      id: accountId,
      url: 'https://packages.example/acme',
      scopes: ['read'],
      expires: '2099-01-01T00:00:00Z',
    };
    expect(await admin(feed)).toEqual({ id: accountId, feed: 'https://packages.example/acme' });
    const { body } = await ask('/v1/packages/entitlement', bearer).expect(200);
    expect(body).toMatchObject({
      feed: 'https://packages.example/acme',
      scopes: ['read'],
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    await admin({ command: 'account feed', id: accountId });
    await ask('/v1/packages/entitlement', bearer).expect(403);
    await expect(admin({ ...feed, id: 'acc_none' })).rejects.toThrow('there is no account acc_none');
    await expect(admin({ ...feed, url: 'file:///etc' })).rejects.toThrow('--url');
  });

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
