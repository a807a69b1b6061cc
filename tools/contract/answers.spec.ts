import { startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carried, complaints, submissions } from '../testing/contract.js';

describe('what the service answers is as its contract says', () => {
  let host: TestHost;
  let key: TestKey;
  let job: string;
  beforeAll(async () => {
    host = await startHost({
      plugins: ['@ostiary/guardrail', '@ostiary/hunt', '@ostiary/graph', '@ostiary/forest', '@ostiary/packages'],
    });
    key = await host.createKey();
    const made = await host.http.post('/v1/solves').set('Authorization', key.bearer).send(submissions[0]?.[1].value);
    job = (made.body as { id: string }).id;
  });
  afterAll(() => host.close());

  const send = (method: string, path: string, options: { readonly key?: boolean; readonly body?: unknown } = {}) => {
    const request = host.http[method.toLowerCase() as 'get' | 'post' | 'delete'](path).set(
      'Accept',
      'application/json',
    );
    if (options.key !== false) void request.set('Authorization', key.bearer);
    return options.body === undefined
      ? request
      : request.set('Content-Type', 'application/json').send(options.body as object);
  };

  test('anything else would be told', async () => {
    const { status, headers, body } = await send('GET', '/v1/account');
    const as = (changed: object) => complaints('GET', '/v1/account', { status, headers, body, ...changed } as Response);
    expect(as({})).toEqual([]);
    expect(as({ status: 404 })).toEqual(['the status 404 is not listed']);
    expect(as({ headers: { ...(headers as object), 'content-type': 'text/plain' } })).toEqual([
      'the media type text/plain is not listed',
    ]);
    expect(as({ headers: { ...(headers as object), ratelimit: undefined } })).toEqual([
      'the header field RateLimit is missing',
    ]);
    expect(as({ body: { ...(body as object), plan: 1 } })[0]).toContain('must be string');
    const stream = {
      status: 200,
      headers: { ...(headers as object), 'content-type': 'text/event-stream' },
      body: {},
      text: 'data: {"seq":"one"}\n\n',
    };
    expect(complaints('GET', '/v1/solves/{id}/events', stream as unknown as Response)[0]).toContain('must be integer');
    const refused = await send('GET', '/v1/account', { key: false });
    expect(
      as({
        status: 401,
        headers: refused.headers as object,
        body: { ...(refused.body as object), slug: 'no_such_slug' },
      }),
    ).toEqual(['the slug no_such_slug is not listed']);
  });

  test.each(submissions)('the example of mode %s, as it stands in the contract', async (_, { value }) => {
    const answer = await send('POST', '/v1/solves', { body: value }).set('Prefer', 'wait=30');
    expect(answer.body).toMatchObject({ status: 'succeeded' });
    expect(complaints('POST', '/v1/solves', answer)).toEqual([]);
  });

  test.each([
    'GET /v1/solves',
    'GET /v1/account',
    'GET /v1/version',
    'GET /v1/capabilities',
    'GET /v1/profiles',
    'GET /v1/packages/entitlement',
    'GET /openapi.yaml',
  ])('%s, with a key and without', async (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    for (const withKey of [true, false])
      expect(complaints(method, path, await send(method, path, { key: withKey }))).toEqual([]);
  });

  test('a job, its artefacts, its end', async () => {
    expect(complaints('GET', '/v1/solves/{id}', await send('GET', `/v1/solves/${job}?include=result`))).toEqual([]);
    expect(
      complaints('GET', '/v1/solves/{job_id}/artifacts', await send('GET', `/v1/solves/${job}/artifacts`)),
    ).toEqual([]);
    const events = await send('GET', `/v1/solves/${job}/events`);
    expect(carried('text/event-stream', events).length).toBeGreaterThan(2);
    expect(complaints('GET', '/v1/solves/{id}/events', events)).toEqual([]);
    expect(complaints('DELETE', '/v1/solves/{id}', await send('DELETE', `/v1/solves/${job}`))).toEqual([]);
  });

  const unknown = 'slv_01JD6Z7F5M9Q2R8T4V6X0Y1A3B';
  test.each([
    ['GET', '/v1/solves/{id}', `/v1/solves/${unknown}`],
    ['GET', '/v1/solves/{id}', '/v1/solves/x'],
    ['GET', '/v1/solves/{id}', `/v1/solves/${unknown}?wait=99`],
    ['DELETE', '/v1/solves/{id}', '/v1/solves/%00'],
    ['GET', '/v1/solves/{id}/events', `/v1/solves/${unknown}/events`],
    ['GET', '/v1/solves/{job_id}/artifacts', '/v1/solves/__proto__/artifacts'],
    ['GET', '/v1/artifacts/{id}', '/v1/artifacts/x'],
    ['GET', '/v1/artifacts/{id}/access', '/v1/artifacts/x/access'],
  ])('%s %s asked for what is not there (%s)', async (method, path, url) => {
    const answer = await send(method, url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(complaints(method, path, answer)).toEqual([]);
  });

  test.each([
    ['nothing', undefined],
    ['no object', []],
    ['no mode', {}],
    ['an unknown mode', { mode: 'no_such_mode' }],
    ['a mode and nothing else', { mode: 'guardrail' }],
    ['an unknown field', { ...submissions[0]?.[1].value, no_such_field: 1 }],
    ['a policy that does not parse', { ...submissions[0]?.[1].value, policy: 'allow when (((' }],
    ['more than is taken', { mode: 'guardrail', label: 'x'.repeat(3_000_000) }],
  ])('a submission of %s', async (_, body) => {
    const answer = await send('POST', '/v1/solves', { body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(complaints('POST', '/v1/solves', answer)).toEqual([]);
  });
});
