import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetricsRegistry } from '../observe/metrics.js';
import { pluginTree } from './tree.js';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withSlots, fixtures.withMode, fixtures.withOptional] });
  key = await host.createKey({ name: 'ours' });
});
afterAll(() => host.close());

it('a plugin signs artefacts in place of the deployment, and its keys are told', async () => {
  const { body } = await host.http
    .post('/v1/solves')
    .set('Authorization', key.bearer)
    .set('Prefer', 'wait=20')
    .send({ mode: 'echo', greeted: 'Ada' });
  const list = await host.http.get(`/v1/solves/${body.id}/artifacts`).set('Authorization', key.bearer).expect(200);
  const [{ id, sha256, signature }] = list.body.data;
  expect(signature).toMatchObject({ kid: 'stamp', value: Buffer.from(`artifact/${id}/${sha256}`).toString('base64') });
  const version = await host.http.get('/v1/version').set('Authorization', key.bearer).expect(200);
  expect(version.body.artifact_keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', kid: 'stamp', x: '' }]);
});

it('a plugin adds to what the service says of itself', async () => {
  const expected = { 'with-slots': { sky: 'clear', for: 'ours' } };
  for (const path of ['/v1/version', '/v1/account', '/v1/capabilities'])
    expect((await host.http.get(path).set('Authorization', key.bearer).expect(200)).body.facts).toEqual(expected);
  expect((await host.http.get('/v1/capabilities').expect(200)).body.facts).toEqual({});
});

it('a plugin knows callers who send no key; who sends a wrong one is refused all the same', async () => {
  const badge = `${key.accountId} key_of_a_badge`;
  const { body } = await host.http.get('/v1/account').set('Badge', badge).expect(200);
  expect(body.id).toBe(key.accountId);
  await host.http.get('/v1/account').expect(401);
  await host.http.get('/v1/account').set('Badge', badge).set('Authorization', 'Bearer wrong').expect(401);
});

it('the operator sees which slots a plugin fills', () => {
  const fills = [...pluginTree(host.registry).matchAll(/ fills (.*)/g)].map(([, name]) => name);
  expect(fills).toEqual(['artefactSigner', 'authenticator', 'accountFacts', 'capabilityFacts', 'versionFacts']);
});

it('requests and what plugins count are metrics', async () => {
  await host.http.get('/v1/knocks').expect(200);
  const text = () => host.get(MetricsRegistry).text();
  expect(text()).toContain('ostiary_plugin_with_slots_knocks_total{door="front"} 1');
  await expect.poll(text).toContain('ostiary_requests_total{operation="knock",status="200"} 1');
});
