import { FakeClock, startHost, type TestHost, twoTenants } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from './plugin.js';

const FEED = 'https://packages.example/npm';
const ACCESS = { url: FEED, scopes: ['@ostiary'], expires: '2026-04-01T00:00:00Z' };
const DAY_MS = 86_400_000;

const clock = new FakeClock('2026-03-10T08:00:00.000Z');
let host: TestHost;
beforeAll(async () => {
  host = await startHost({ plugins: [plugin], clock });
});
afterAll(() => host.close());

const get = (path: string, { bearer }: { readonly bearer: string }) => host.http.get(path).set('Authorization', bearer);
const entitlement = (key: { readonly bearer: string }) => get('/v1/packages/entitlement', key);

/** A key of a new account that may read the feed. */
async function entitled(access: object = ACCESS) {
  const key = await host.createKey();
  await host.command('feed set', { account: key.accountId, ...access });
  return key;
}

describe('access to the package feed', () => {
  it('GET /v1/packages/entitlement 200 tells the feed', async () => {
    const { body } = await entitlement(await entitled()).expect(200);
    expect(body).toEqual({
      object: 'entitlement',
      entitled: true,
      feed: FEED,
      scopes: ['@ostiary'],
      expires_at: '2026-04-01T00:00:00.000Z',
    });
  });

  it('GET /v1/packages/entitlement 200 tells that access does not end', async () => {
    const { body } = await entitlement(await entitled({ url: FEED })).expect(200);
    expect(body).toMatchObject({ scopes: [], expires_at: null });
  });

  it('GET /v1/packages/entitlement 401 without a key', async () => {
    const { body, headers } = await host.http.get('/v1/packages/entitlement').expect(401);
    expect(body.slug).toBe('missing_key');
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('GET /v1/packages/entitlement 403 without access, in two languages', async () => {
    const key = await host.createKey();
    const { body } = await entitlement(key).expect(403);
    expect(body).toMatchObject({ slug: 'not_entitled', title: 'No access to the package feed' });
    const { body: portuguese } = await entitlement(key).set('Accept-Language', 'pt').expect(403);
    expect(portuguese).toMatchObject({ slug: 'not_entitled', title: 'Sem acesso ao feed de pacotes' });
  });

  it('GET /v1/packages/entitlement 403 from the moment it ends', async () => {
    const key = await entitled({ ...ACCESS, expires: '2026-03-11T08:00:00Z' });
    clock.advance(DAY_MS - 1);
    await entitlement(key).expect(200);
    clock.advance(1);
    expect((await entitlement(key).expect(403)).body.slug).toBe('not_entitled');
    expect((await get('/v1/capabilities', key)).body.facts.packages).toEqual({ entitled: false, feed: null });
    clock.advance(-DAY_MS);
  });

  it('GET /v1/packages/entitlement 403 for a suspended account', async () => {
    const key = await entitled();
    await host.admin.setStatus(key.accountId, 'suspended');
    expect((await entitlement(key).expect(403)).body.slug).toBe('account_suspended');
    expect((await get('/v1/capabilities', key)).body.facts.packages).toEqual({ entitled: false, feed: null });
  });

  it('is of one account', async () => {
    const { ours, theirs } = await twoTenants(host);
    await host.command('feed set', { account: theirs.accountId, ...ACCESS });
    expect((await entitlement(theirs)).body).toMatchObject({ feed: FEED });
    expect((await entitlement(ours)).body.slug).toBe('not_entitled');
  });

  it('GET /v1/capabilities 200 tells whether there is access, and where', async () => {
    const facts = async (key: { readonly bearer: string }) => (await get('/v1/capabilities', key)).body.facts.packages;
    expect(await facts(await entitled())).toEqual({ entitled: true, feed: FEED });
    expect(await facts(await host.createKey())).toEqual({ entitled: false, feed: null });
    expect((await host.http.get('/v1/capabilities')).body.facts.packages).toEqual({ entitled: false, feed: null });
  });
});

describe('an operator', () => {
  /** What was recorded of an account's feed, oldest first. */
  const recorded = async (account: string) =>
    (await host.admin.audited(account, 10))
      .filter(({ action }) => action.startsWith('entitlement.'))
      .map(({ action, actor, detail }) => [action, actor.kind, JSON.parse(detail) as unknown])
      .toReversed();

  it('gives an account a feed, changes it, and takes it away', async () => {
    const { accountId: account, ...key } = await host.createKey();
    expect(await host.command('feed set', { account, ...ACCESS })).toEqual({ account, feed: FEED });
    expect(await host.command('feed set', { account, url: `${FEED}/2` })).toEqual({ account, feed: `${FEED}/2` });
    expect((await entitlement(key).expect(200)).body).toMatchObject({
      feed: `${FEED}/2`,
      scopes: [],
      expires_at: null,
    });
    expect(await host.command('feed remove', { account })).toEqual({ account, feed: '' });
    await entitlement(key).expect(403);
    expect(await recorded(account)).toEqual([
      ['entitlement.changed', 'operator', { feed: FEED, scopes: ['@ostiary'], expires_at: '2026-04-01T00:00:00.000Z' }],
      ['entitlement.changed', 'operator', { feed: `${FEED}/2`, scopes: [], expires_at: null }],
      ['entitlement.removed', 'operator', {}],
    ]);
    expect((await host.admin.verifyAudit()).faults).toEqual([]);
  });

  it('is told what cannot be done, and nothing is recorded', async () => {
    const { accountId: account } = await host.createKey();
    for (const [name, options, told] of [
      ['feed set', { ...ACCESS, account: 'acc_none' }, 'there is no account acc_none'],
      ['feed set', { ...ACCESS, account, expires: '2026-03-10T08:00:00Z' }, 'is in the past'],
      ['feed set', { ...ACCESS, account, url: 'file:///etc' }, '--url'],
      ['feed set', { ...ACCESS, account, expires: 'soon' }, '--expires'],
      ['feed remove', { account }, `the account ${account} has no package feed`],
    ] as const)
      await expect(host.command(name, options)).rejects.toThrow(told);
    expect(await recorded(account)).toEqual([]);
  });

  it('erases an account, and what it may read is gone with it', async () => {
    const { accountId } = await entitled();
    await entitled();
    const rows = () =>
      host.database.asHost().execute<object[]>('select 1 from packages.entitlements where account_id = ?', [accountId]);
    expect(await rows()).toHaveLength(1);
    await host.admin.eraseAccount(accountId);
    expect(await rows()).toEqual([]);
  });
});
