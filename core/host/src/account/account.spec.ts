import { FakeClock, fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = new FakeClock('2026-03-10T08:00:00.000Z');
let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withMode, fixtures.withVariant, fixtures.withSolver], clock });
  key = await host.createKey({ name: 'laptop', profiles: ['quick'], expiresAt: new Date('2027-01-01T00:00:00.000Z') });
});
afterAll(() => host.close());

const get = (path: string, bearer?: string) => {
  const request = host.http.get(path);
  return bearer === undefined ? request : request.set('Authorization', bearer);
};
const WRONG = 'Bearer ost_00000000_0000000000000000000000000000000000000000000000000';

describe('what a key can do', () => {
  it('GET /v1/capabilities 200 with a key: its grants, and the modes it may use', async () => {
    const narrow = await host.createKey({ grants: ['echo'] });
    const { body } = await get('/v1/capabilities', narrow.bearer).expect(200);
    expect(body).toMatchObject({
      authenticated: true,
      key: { id: narrow.id, grants: ['echo'], expires_at: null },
      facts: {},
    });
    expect(body.modes).toEqual([
      {
        mode: 'echo',
        title: 'Echo',
        granted: true,
        grant: 'echo',
        profiles: ['standard', 'quick', 'thorough'],
        inline_max_bytes: 4096,
        sync_wait_max_s: 30,
        needs_upload: [],
      },
      expect.objectContaining({ mode: 'double', granted: false }),
    ]);
    expect(body.limits).toMatchObject({ body_bytes: 65_536, json_depth: 64, queued_jobs: 200, running_jobs: 4 });
  });

  it('GET /v1/capabilities 200 without a key, and with a wrong one: the public view, the same', async () => {
    const { body } = await get('/v1/capabilities').expect(200);
    expect(body).toMatchObject({ authenticated: false, key: null });
    expect(body.modes.map((mode: { granted: boolean }) => mode.granted)).toEqual([false, false]);
    expect((await get('/v1/capabilities', WRONG).expect(200)).body).toEqual(body);
  });

  it('GET /v1/profiles 200 marks the profiles the key may use', async () => {
    const { body } = await get('/v1/profiles', key.bearer).expect(200);
    expect(
      body.data.map(({ name, allowed, default: preset }: Record<string, unknown>) => [name, allowed, preset]),
    ).toEqual([
      ['standard', false, false],
      ['quick', true, true],
      ['thorough', false, false],
    ]);
  });

  it('GET /v1/profiles 200 with a wrong key: the public list', async () => {
    const { body } = await get('/v1/profiles', WRONG).expect(200);
    expect(body.data.map(({ allowed }: Record<string, unknown>) => allowed)).toEqual([null, null, null]);
  });
});

describe('what a key is held to', () => {
  it('GET /v1/account 200 tells plan, quota, rates and limits', async () => {
    const { body } = await get('/v1/account', key.bearer).expect(200);
    expect(body).toMatchObject({
      object: 'account',
      id: key.accountId,
      status: 'active',
      plan: 'standard',
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      concurrency: { running: 0, queued: 0, limits: { running: 4, queued: 200 } },
      sizes: { body_bytes: 65_536, inline_bytes: { echo: 4096, double: 1024 } },
      retention: { result_days: 30, artifact_days: 30, artifact_record_days: 365 },
    });
    expect(body.quotas).toEqual([
      {
        name: 'solves',
        unit: 'units',
        limit: 1_000_000,
        used: 0,
        reserved: 0,
        remaining: 1_000_000,
        resets_at: '2026-04-01T00:00:00.000Z',
      },
    ]);
  });

  it('GET /v1/account 200 stays open for a suspended account', async () => {
    const suspended = await host.createKey();
    await host.admin.setStatus(suspended.accountId, 'suspended');
    const { body } = await get('/v1/account', suspended.bearer).expect(200);
    expect(body.status).toBe('suspended');
  });

  it('GET /v1/account 401 without a key', async () => {
    const { body, headers } = await get('/v1/account').expect(401);
    expect(body.slug).toBe('missing_key');
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

describe('what is running', () => {
  it('GET /v1/version 200 tells versions, engines and plugins', async () => {
    const { body } = await get('/v1/version', key.bearer).expect(200);
    expect(body).toMatchObject({
      object: 'version',
      version: '0.1.0',
      contract: { version: '1.0.0' },
      engines: { doubler: '1.2.3' },
      plugins: [
        { name: 'with-mode', version: '0.0.0' },
        { name: 'with-solver', version: '0.0.0' },
        { name: 'with-variant', version: '0.0.0' },
      ],
      started_at: '2026-03-10T08:00:00.000Z',
    });
  });

  it('GET /v1/version 401 without a key', async () => {
    expect((await get('/v1/version').expect(401)).body.slug).toBe('missing_key');
  });
});
