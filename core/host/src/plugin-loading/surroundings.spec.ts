import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pluginTree } from './tree.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withMode, fixtures.withOptional, fixtures.withElsewhere, fixtures.withPages],
  });
});
afterAll(() => host.close());

async function echo(on: TestHost, greeted: string) {
  const { bearer } = await on.createKey();
  return on.http
    .post('/v1/solves')
    .set('Authorization', bearer)
    .set('Prefer', 'wait=20')
    .send({ mode: 'echo', greeted });
}

describe('a variant', () => {
  it('has limits and artefacts of its own', async () => {
    expect((await echo(host, 'x'.repeat(100))).body).toMatchObject({ slug: 'payload_too_large', limit_bytes: 100 });
    expect((await echo(host, 'Ada')).body).toMatchObject({ result: { text: 'Ada' }, artifacts: { count: 1 } });
    const contract = parse((await host.http.get('/openapi.yaml')).text) as {
      components: { schemas: Record<string, Record<string, unknown>> };
    };
    expect(contract.components.schemas['EchoGreetedSolveRequest']).toMatchObject({
      description: 'Echo, greeted',
      'x-inline-limit-bytes': 100,
    });
  });

  it('of a mode that is not enabled is left out, and the operator is told', () => {
    expect(host.registry.variantsOf('not_enabled')).toEqual([]);
    expect(pluginTree(host.registry)).toContain('left out: variant greeted of mode not_enabled');
  });

  it("uses another plugin's service where it is there", async () => {
    const both = await startHost({ plugins: [fixtures.withOptional, fixtures.withMode, fixtures.withService] });
    try {
      expect((await echo(both, 'Ada')).body).toMatchObject({ result: { text: 'Good day, Ada' } });
    } finally {
      await both.close();
    }
  });
});

describe('an operation that is served elsewhere', () => {
  const post = (bearer: string | null, body: string) => {
    const request = host.http.post('/v1/turns').set('Content-Type', 'application/json');
    return (bearer === null ? request : request.set('Authorization', bearer)).send(body);
  };

  it('answers so after 401 and 403, and before the body is looked at', async () => {
    expect((await post(null, '{')).body.slug).toBe('missing_key');
    expect((await post((await host.createKey({ grants: [] })).bearer, '{')).body.slug).toBe('missing_grant');
    expect((await post((await host.createKey()).bearer, '{').expect(503)).body.slug).toBe('served_elsewhere');
  });

  it('stays in the contract, under the heading its plugin describes in both languages', async () => {
    const [english, portuguese] = await Promise.all(
      ['/openapi.yaml', '/openapi.pt.yaml'].map(
        async (path) => parse((await host.http.get(path)).text) as { tags: object[]; paths: object },
      ),
    );
    expect(english?.tags).toContainEqual({
      name: 'Turns',
      'x-displayName': 'Turns',
      description: 'What a user says.',
    });
    expect(portuguese?.tags).toContainEqual({
      name: 'Turns',
      'x-displayName': 'Turnos',
      description: 'O que um utilizador diz.',
    });
    expect(english?.paths).toHaveProperty('/v1/turns');
  });
});

describe('pages of a plugin', () => {
  it('are the files of a folder, and nothing outside of it', async () => {
    for (const path of ['/pages', '/pages/index.html']) {
      const { text, headers } = await host.http.get(path).expect(200);
      expect(text).toContain('<title>Pages</title>');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    }
    const { headers } = await host.http.get('/pages/deep/page.css').expect(200);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    for (const path of [
      '/pages/gone.html',
      '/pages/deep',
      '/pages/..%2Fpackage.json',
      '/pages/deep/..%2f..%2f..%2fpackage.json',
    ])
      await host.http.get(path).expect(404);
    expect((await host.http.get('/openapi.yaml')).text).not.toContain('/pages');
  });

  it('that it makes have the same policy', async () => {
    const { headers } = await host.http.get('/letters').expect(200);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
  });
});
