import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const lines: string[] = [];
let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withController, fixtures.withProblems],
    log: (line) => lines.push(line),
  });
  key = await host.createKey();
});
afterAll(() => host.close());

const create = (body: object) => host.http.post('/v1/things').set('Authorization', key.bearer).send(body);

describe('problems', () => {
  it('have the members of RFC 9457 and ours, in one order', async () => {
    const response = await host.http.get('/v1/account');
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const id = response.headers['request-id'];
    expect(id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(response.text).toBe(
      JSON.stringify({
        type: `${host.url}/problems/missing_key`,
        title: 'No key',
        status: 401,
        slug: 'missing_key',
        detail: 'The request carries no API key.',
        instance: `/requests/${id}`,
        request_id: id,
        retryable: false,
      }),
    );
  });

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt', 'Sem chave'],
    ['pt-PT', 'pt', 'Sem chave'],
    ['de, en;q=0.5, pt;q=0.4', 'en', 'No key'],
    ['de', 'en', 'No key'],
    [';;;q=x,,', 'en', 'No key'],
    ['*', 'en', 'No key'],
  ])('speak the language of Accept-Language %s', async (accept, language, title) => {
    const { body, headers } = await host.http.get('/v1/account').set('Accept-Language', accept);
    expect([headers['content-language'], body.title, body.slug]).toEqual([language, title, 'missing_key']);
    expect(headers['vary']).toContain('Accept-Language');
  });

  it('of a plugin are told in both languages, down to the entries', async () => {
    const { body } = await host.http.get('/v1/pots').set('Accept-Language', 'pt').expect(400);
    expect(body).toMatchObject({
      title: 'Só chá',
      detail: 'Este bule faz chá, não coffee.',
      errors: [{ pointer: '/drink', slug: 'tea_only', detail: 'Não.' }],
    });
  });

  it('tell of 100 faults at most, and how many more there are', async () => {
    const fields = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at), 1]));
    const { body } = await create({ name: 'ada', ...fields(101) }).expect(400);
    expect(body.errors).toHaveLength(100);
    expect(body.errors_omitted).toBe(1);
    expect((await create({ name: 'ada', ...fields(100) }).expect(400)).body).not.toHaveProperty('errors_omitted');
  });

  it('echo at most 80 characters of what was sent', async () => {
    const { body } = await create({ name: 'told' }).expect(400);
    expect(body.detail).toBe(`As asked: ${'x'.repeat(79)}….`);
  });
});

describe('statuses the contract does not list for an operation', () => {
  it('a method that a path does not know: 404 with Allow', async () => {
    const response = await host.http.delete('/v1/things').expect(404);
    expect(response.headers['allow']).toBe('GET, POST');
    for (const method of ['options', 'put', 'patch'] as const)
      expect((await host.http[method]('/v1/things')).status).toBe(404);
    expect((await host.http.get('/v1/nothing').expect(404)).headers['allow']).toBeUndefined();
  });

  it('409 and 404 become 400 and keep their slug', async () => {
    expect((await create({ name: 'taken' })).body).toMatchObject({ status: 400, slug: 'idempotency_key_reused' });
    expect((await create({ name: 'unknown' })).body).toMatchObject({ status: 400, slug: 'not_found' });
  });

  it('413 becomes 400', async () => {
    const { body } = await host.http.post('/v1/things/small').send({ text: 'x'.repeat(100) });
    expect(body).toMatchObject({ status: 400, slug: 'payload_too_large', limit_bytes: 32 });
  });

  it('a broken part of the path is 404', async () => {
    for (const path of ['UPPER', '%00', '%E0%A4%A', 'a'.repeat(11)]) {
      const { body } = await host.http.get(`/v1/things/${path}`).set('Authorization', key.bearer);
      expect(body).toMatchObject({ status: 404, slug: 'not_found' });
    }
    expect((await host.http.get('/v1/things/ada').set('Authorization', key.bearer)).body.name).toBe('good ada');
  });

  it('wrong paging falls back to the default where 400 is not listed, and is refused where it is', async () => {
    const list = async (query: string) =>
      (await host.http.get(`/v1/things${query}`).set('Authorization', key.bearer).expect(200)).body.limit as number;
    expect(await list('?limit=7')).toBe(7);
    for (const query of ['?limit=0', '?limit=abc', '?limit=5&limit=6', '?unknown=1', '?limit=1e9&x=y'])
      expect(await list(query)).toBe(50);
    const { body } = await host.http.get('/v1/things/found?limit=0&size=1').expect(400);
    expect(body.errors).toEqual([
      { slug: 'out_of_range', detail: 'Must be at least 1.', parameter: 'limit', in: 'query' },
      {
        slug: 'unknown_parameter',
        detail: 'There is no such parameter; the parameters here are `limit`.',
        parameter: 'size',
        in: 'query',
      },
    ]);
  });
});

describe('defects', () => {
  it('are 503 internal without a word of what happened, and are logged as defects', async () => {
    const { body, text } = await create({ name: 'defect' });
    expect(body).toMatchObject({ status: 503, slug: 'internal' });
    expect(text).not.toContain('hunter2');
    expect(lines.filter((line) => line.includes(body.request_id) && line.includes('"defect":true'))).toHaveLength(1);
  });

  it('an undeclared slug is a defect', async () => {
    expect((await create({ name: 'undeclared' })).body).toMatchObject({ status: 503, slug: 'internal' });
  });
});

describe('every answer', () => {
  it('has the fields every answer has, and none that tells of the framework', async () => {
    const { bearer } = key;
    const answers = await Promise.all([
      host.http.get('/v1/account').set('Authorization', bearer),
      host.http.get('/v1/account'),
      host.http.get('/v1/nothing'),
      host.http.options('/v1/account'),
      create({ name: 'defect' }),
      create({}),
      host.http.get('/health/live'),
    ]);
    for (const { headers } of answers) {
      expect(headers['request-id']).toMatch(/^req_/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('etag');
      expect(headers['ratelimit']).toMatch(/^"burst";r=\d+;t=\d+, "minute";r=\d+;t=\d+$/);
      expect(headers['ratelimit-policy']).toBe('"burst";q=100000;w=1, "minute";q=1000000;w=60');
    }
    expect(new Set(answers.map(({ headers }) => headers['request-id'])).size).toBe(answers.length);
  });
});

describe('the log', () => {
  it('has a line for each request, and never a key, a body or a query', async () => {
    lines.length = 0;
    await host.http.post('/v1/things').set('Authorization', key.bearer).send({ name: 'canary-in-body' });
    await host.http
      .get('/v1/things/canary?secret=canary-in-query')
      .set('Authorization', `${key.bearer}x`)
      .set('Cookie', 'session=canary-in-cookie');
    await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(2);
    const log = lines.join('');
    expect(JSON.parse(lines.find((line) => line.includes('createThing')) ?? '{}')).toMatchObject({
      method: 'POST',
      operation: 'createThing',
      status: 201,
      account_id: key.accountId,
      key_id: key.id,
    });
    for (const secret of ['canary-in', key.key, key.key.slice(13)]) expect(log).not.toContain(secret);
  });
});
