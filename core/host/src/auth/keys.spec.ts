import { FakeClock, fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = new FakeClock();
let host: TestHost;

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withController],
    clock,
    env: { OSTIARY_AUTH_FAILURES_PER_MINUTE: '1000' },
  });
});
afterAll(() => host.close());

const account = (authorization: string) => host.http.get('/v1/account').set('Authorization', authorization);
const slugOf = async (authorization: string) => (await account(authorization).expect(401)).body.slug as string;

describe('keys', () => {
  it('are refused alike when malformed, mistyped, unknown, revoked, expired, or of a closed account', async () => {
    const good = await host.createKey();
    const mistyped = `${good.bearer.slice(0, 30)}${good.bearer[30] === 'A' ? 'B' : 'A'}${good.bearer.slice(31)}`;
    const elsewhere = await startHost();
    const unknown = (await elsewhere.createKey()).bearer;
    await elsewhere.close();
    const revoked = await host.createKey();
    await host.admin.revokeKey(revoked.id);
    // The instant itself is outside: a key is good until then.
    const expired = await host.createKey({ expiresAt: clock.now() });
    const closed = await host.createKey();
    await host.admin.setStatus(closed.accountId, 'closed');
    const bodies = await Promise.all(
      [
        'Bearer',
        'Bearer x',
        'Basic abc',
        '',
        `Bearer ${'a'.repeat(5_000)}`,
        mistyped,
        unknown,
        revoked.bearer,
        expired.bearer,
        closed.bearer,
      ].map(async (bearer) => (await account(bearer).expect(401)).body as Record<string, unknown>),
    );
    for (const { slug, detail, title } of bodies)
      expect({ slug, detail, title }).toEqual({
        slug: 'invalid_key',
        detail: 'The API key is not valid.',
        title: 'Key not valid',
      });
    await account(good.bearer).expect(200);
  });

  it('are read from the Authorization header only', async () => {
    const { key } = await host.createKey();
    const { body } = await host.http
      .get(`/v1/account?access_token=${key}&key=${key}`)
      .set('Cookie', `access_token=${key}`)
      .expect(401);
    expect(body.slug).toBe('missing_key');
  });

  it('stop working at once when they are revoked, also while they are in use', async () => {
    const key = await host.createKey();
    await account(key.bearer).expect(200);
    await host.admin.revokeKey(key.id);
    expect(await slugOf(key.bearer)).toBe('invalid_key');
  });

  it('stop working within a second when they are revoked by another process', async () => {
    const key = await host.createKey();
    await account(key.bearer).expect(200);
    await host.database.asHost().execute('update core.api_keys set revoked_at = now() where id = ?', [key.id]);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await slugOf(key.bearer)).toBe('invalid_key');
  });

  it('note their last use once a minute', async () => {
    const key = await host.createKey();
    const lastUse = async () => (await host.admin.listKeys(key.accountId))[0]?.lastUsedAt?.toISOString();
    const used = async () => {
      await account(key.bearer).expect(200);
      // The note is written after the answer.
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const first = clock.now().toISOString();
    await used();
    await expect.poll(lastUse).toBe(first);
    clock.advance(59_000);
    await used();
    expect(await lastUse()).toBe(first);
    clock.advance(2_000);
    await used();
    await expect.poll(lastUse).toBe(clock.now().toISOString());
  });

  it('carry no grant of a plugin that is not enabled', async () => {
    const key = await host.createKey({ grants: ['things'] });
    await host.database
      .asHost()
      .execute(`update core.api_keys set grants = array['things', 'gone'] where id = ?`, [key.id]);
    const { body } = await host.http.get('/v1/capabilities').set('Authorization', key.bearer).expect(200);
    expect(body.key.grants).toEqual(['things']);
  });

  it('are kept as a digest: the database holds no part of the secret', async () => {
    const { key } = await host.createKey();
    const rows = JSON.stringify(await host.database.asHost().execute('select * from core.api_keys'));
    expect(rows).toContain(key.slice(4, 12));
    expect(rows).not.toContain(key.slice(13, 30));
  });
});
