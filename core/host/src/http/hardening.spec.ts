import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { sendLines, sendRaw } from '@ostiary/testkit/requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RouteTable } from './route-table.js';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withController, fixtures.withBusyMode],
    env: { OSTIARY_AUTH_FAILURES_PER_MINUTE: '100000' },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

describe('every operation that asks for a key', () => {
  it('refuses every kind of wrong key alike', async () => {
    const [revoked, expired, closed] = [
      await host.createKey(),
      await host.createKey({ expiresAt: new Date(0) }),
      await host.createKey(),
    ];
    await host.admin.revokeKey(revoked.id);
    await host.admin.setStatus(closed.accountId, 'closed');
    const mistyped = `${key.bearer.slice(0, -1)}${key.bearer.endsWith('A') ? 'B' : 'A'}`;
    const wrong = [
      'Bearer x',
      'Basic eDp5',
      mistyped,
      key.bearer.slice(0, -7),
      revoked.bearer,
      expired.bearer,
      closed.bearer,
    ];
    const { routes } = host.get(RouteTable);
    const asking = routes.filter(
      ({ declaration: { access } }) => access.kind === 'any_key' || access.kind === 'grants',
    );
    expect(asking.length).toBeGreaterThan(10);
    for (const { method, path } of asking) {
      const at = path.replaceAll(/:\w+/g, 'x');
      const none = await sendRaw(host.url, { method, path: at, headers: {} });
      expect([method, path, none.status, (none.body as { slug: string }).slug]).toEqual([
        method,
        path,
        401,
        'missing_key',
      ]);
      for (const authorization of wrong) {
        const { status, body, headers } = await sendRaw(host.url, { method, path: at, headers: { authorization } });
        const { slug, detail } = body as { slug: string; detail: string };
        expect([method, path, status, slug, detail]).toEqual([
          method,
          path,
          401,
          'invalid_key',
          'The API key is not valid.',
        ]);
        expect(headers['www-authenticate']).toContain('invalid_token');
      }
    }
  });

  it("refuses fields that are the service's to set", async () => {
    for (const field of [
      'account_id',
      'tenant_id',
      'grants',
      'status',
      'units',
      'id',
      'key_id',
      'attempt',
      'result',
      'expires_at',
      'created_at',
    ]) {
      const { body, status } = await host.http
        .post('/v1/solves')
        .set('Authorization', key.bearer)
        .send({ mode: 'busy', do: 'answer', [field]: 'x' });
      expect([field, status]).toEqual([field, 400]);
      expect((body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([`/${field}`]);
      const other = await host.http
        .post('/v1/things')
        .set('Authorization', key.bearer)
        .send({ name: 'a', [field]: 'x' });
      expect([field, other.status]).toEqual([field, 400]);
    }
  });
});

describe('every answer', () => {
  const paths = ['/v1/account', '/v1/version', '/v1/nothing', '/openapi.yaml', '/health/live', '/problems/not_found'];

  it('carries the header fields that protect who reads it, and none that tells of the framework', async () => {
    for (const path of paths) {
      const { headers } = await host.http.get(path).set('Authorization', key.bearer);
      expect([path, headers['x-content-type-options'], headers['x-frame-options'], headers['referrer-policy']]).toEqual(
        [path, 'nosniff', 'DENY', 'no-referrer'],
      );
      expect(headers['content-security-policy']).toMatch(/default-src '(none|self)'/);
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect([headers['x-powered-by'], headers['server']]).toEqual([undefined, undefined]);
    }
  });

  it('allows no other origin', async () => {
    for (const path of paths) {
      const { headers } = await host.http
        .get(path)
        .set('Authorization', key.bearer)
        .set('Origin', 'https://elsewhere.example');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const asked = await sendRaw(host.url, {
      method: 'OPTIONS',
      path: '/v1/account',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect([asked.status, Object.keys(asked.headers).filter((name) => name.startsWith('access-control-'))]).toEqual([
      404,
      [],
    ]);
  });
});

describe('the server', () => {
  it('serves no method that no operation has', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'LINK']) {
      const { status, text: said } = await sendRaw(host.url, {
        method,
        path: '/v1/account',
        headers: { authorization: key.bearer, 'x-probe': 'repeat me' },
      });
      expect([method, status, said.includes('repeat me')]).toEqual([method, 404, false]);
    }
    expect(await sendLines(host.url, 'CONNECT evil.example:443 HTTP/1.1\nHost: evil.example\n\n')).not.toMatch(
      /^HTTP\/1\.1 2/,
    );
  });

  it.each([
    ['a length and chunks', 'Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\nGET /v1/version HTTP/1.1\n\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\nContent-Length: 5\n\n0\n\n'],
    ['two lengths', 'Content-Length: 2\nContent-Length: 3\n\n{}'],
    ['lengths in one field', 'Content-Length: 2, 2\n\n{}'],
    ['a length that is none', 'Content-Length: +2\n\n{}'],
    ['a coding that is not the last', 'Transfer-Encoding: chunked, identity\n\n0\n\n'],
    ['a folded field', 'X-A: a\n b: c\nContent-Length: 2\n\n{}'],
    ['a space before the colon', 'Content-Length : 2\n\n{}'],
    ['a chunk whose length is none', 'Transfer-Encoding: chunked\n\n0x2\n{}\n0\n\n'],
  ])('answers 400 to a request whose end can be read in two ways, and closes: %s', async (_, rest) => {
    const answer = await sendLines(
      host.url,
      `POST /v1/solves HTTP/1.1\nHost: h\nAuthorization: ${key.bearer}\nContent-Type: application/json\n${rest}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  it('closes on a header of more than 16 KiB', async () => {
    expect(await sendLines(host.url, `GET /v1/version HTTP/1.1\nHost: h\nX: ${'x'.repeat(20_000)}\n\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});

describe('ids', () => {
  it('are not found by counting on from one that is known', async () => {
    const read = async (path: string) => host.http.get(path).set('Authorization', key.bearer);
    const made = host.http.post('/v1/solves').set('Authorization', key.bearer).set('Prefer', 'wait=20');
    const { body } = await made.send({ mode: 'busy', do: 'artefact', text: 'a' }).expect(200);
    const job = body.id as string;
    const list = await read(`/v1/solves/${job}/artifacts`);
    const artefact = (list.body.data as { id: string }[])[0]?.id ?? '';
    for (const [path, id] of [
      ['/v1/artifacts', artefact],
      ['/v1/solves', job],
    ] as const) {
      const neighbours = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (last) => `${id.slice(0, -1)}${last}`);
      const found = [];
      for (const one of neighbours) if ((await read(`${path}/${one}`)).status === 200) found.push(one);
      expect(found).toEqual([id]);
    }
  });
});

describe('the code of the host', () => {
  it('compares what is secret in constant time', () => {
    const root = join(import.meta.dirname, '..');
    const careless = globSync('**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.spec.ts'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) =>
            /\b\w*(secretHash|secret_hash|\bmac|signature|\.reveal\(\))\s*[!=]==|[!=]==\s*\w*(secretHash|secret_hash|\bmac\b|signature|\w+\.reveal\(\))/.test(
              line,
            ),
          )
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(careless).toEqual([]);
  });
});
