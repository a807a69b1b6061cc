import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: TestHost;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withController] });
});
afterAll(() => host.close());

const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(500) });

const post = (path: string, bearer: string | undefined, body: string, type = 'application/json') => {
  const request = host.http.post(path).set('Content-Type', type);
  return (bearer === undefined ? request : request.set('Authorization', bearer)).send(body);
};

describe('the order of checks: each request has several faults, and the first in the order is told', () => {
  it('an unknown path comes before a missing key', async () => {
    expect((await post('/v1/nothing', undefined, TOO_LARGE)).body).toMatchObject({ status: 404, slug: 'not_found' });
  });

  it('a missing key comes before the body', async () => {
    expect((await post('/v1/things', undefined, TOO_LARGE)).body).toMatchObject({ status: 401, slug: 'missing_key' });
  });

  it('the rate comes after the key and before the grant', async () => {
    const limited = await startHost({ plugins: [fixtures.withController], env: { OSTIARY_RATE_PER_MINUTE: '1' } });
    try {
      const { bearer } = await limited.createKey({ grants: [] });
      const send = () =>
        limited.http
          .post('/v1/things')
          .set('Authorization', bearer)
          .set('Content-Type', 'application/json')
          .send(TOO_LARGE);
      expect((await send()).body).toMatchObject({ status: 403, slug: 'missing_grant' });
      expect((await send()).body).toMatchObject({ status: 429, slug: 'rate_limited' });
      expect((await limited.http.post('/v1/things').send(TOO_LARGE)).body).toMatchObject({ status: 401 });
    } finally {
      await limited.close();
    }
  });

  it('the grant comes before the size of the body', async () => {
    const { bearer } = await host.createKey({ grants: [] });
    expect((await post('/v1/things', bearer, TOO_LARGE)).body).toMatchObject({ status: 403, slug: 'missing_grant' });
  });

  it('a suspended account comes with the grant, and before the size of the body', async () => {
    const { bearer, accountId } = await host.createKey();
    await host.admin.setStatus(accountId, 'suspended');
    expect((await post('/v1/things', bearer, TOO_LARGE)).body).toMatchObject({
      status: 403,
      slug: 'account_suspended',
    });
  });

  it('the size comes before the media type, the syntax and the fields', async () => {
    const { bearer } = await host.createKey();
    expect((await post('/v1/things', bearer, 'x'.repeat(1_100), 'text/plain')).body).toMatchObject({
      status: 413,
      slug: 'payload_too_large',
      limit_bytes: 1_024,
    });
    expect((await post('/v1/things', bearer, '{', 'text/plain')).body).toMatchObject({
      status: 400,
      slug: 'unsupported_media_type',
    });
    expect((await post('/v1/things', bearer, '{"unknown":')).body).toMatchObject({ status: 400, slug: 'invalid_json' });
    expect((await post('/v1/things', bearer, '{"unknown":1}')).body).toMatchObject({
      status: 400,
      slug: 'invalid_request',
    });
    expect((await post('/v1/things', bearer, '{"name":"fine"}')).body).toEqual({
      object: 'thing',
      name: 'fine',
      size: 1,
    });
  });
});

describe('grants', () => {
  it('either of two suffices, and another does not', async () => {
    for (const grant of ['things', 'more_things']) {
      const { bearer } = await host.createKey({ grants: [grant] });
      expect((await post('/v1/things', bearer, '{"name":"a"}')).status).toBe(201);
    }
    const { bearer } = await host.createKey({ grants: [] });
    const { body } = await post('/v1/things', bearer, '{"name":"a"}');
    expect(body).toMatchObject({ slug: 'missing_grant', required_grants: ['things', 'more_things'] });
    expect(body.detail).toContain('things, more_things');
  });
});
