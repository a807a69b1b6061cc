// Embedded only: a path is read before anything is stored.
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendLines, sendRaw } from '@ostiary/testkit/requests';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withController] });
  key = await host.createKey();
});
afterAll(() => host.close());

describe('a path', () => {
  it.each([
    '/V1/account',
    '/v1/Account',
    '/v1/account/',
    '/v1/account//',
    '//v1/account',
    '/v1//account',
    '/v1/%61ccount/',
    '/openapi.YAML',
    '/openapi.yaml/',
    '/Health/live',
  ])('%s is no other path written in another way', async (path) => {
    const { status, body, headers } = await sendRaw(host.url, {
      method: 'GET',
      path,
      headers: { authorization: key.bearer },
    });
    expect([status, (body as { slug: string }).slug, headers['allow']]).toEqual([404, 'not_found', undefined]);
  });

  it('is served as the contract writes it, in a plugin too', async () => {
    const post = async (path: string): Promise<number> =>
      (await host.http.post(path).set('Authorization', key.bearer).send({ name: 'a' })).status;
    expect((await host.http.get('/v1/account').set('Authorization', key.bearer)).status).toBe(200);
    expect([await post('/v1/things'), await post('/v1/Things'), await post('/v1/things/')]).toEqual([201, 404, 404]);
  });
});

describe('a request with two Host fields', () => {
  const request = (fields: string): string =>
    `GET /v1/version HTTP/1.1\n${fields}Authorization: ${key.bearer}\nConnection: close\n\n`;

  it.each([
    'Host: a.example\nHost: b.example\n',
    'Host: a.example\nhost: a.example\n',
    'HOST: a.example\nX: 1\nHost:\n',
  ])('is answered 400 and nothing of it is done: %j', async (fields) => {
    expect(await sendLines(host.url, request(fields))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendLines(host.url, request(fields).replace('Connection: close', 'Expect: x'))).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  it('is not one with one', async () => {
    expect(await sendLines(host.url, request('Host: a.example\n'))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
