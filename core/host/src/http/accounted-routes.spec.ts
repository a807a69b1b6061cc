import { gzipSync } from 'node:zlib';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withMetering, fixtures.withRawBody] });
  key = await host.createKey();
});
afterAll(() => host.close());

let count = 0;
const fresh = (): string => `key-${(count += 1)}`;
const send = (path: string, body: object, idempotencyKey?: string, bearer: string | null = key.bearer) => {
  const request = host.http.post(`/v1/orders${path}`);
  if (bearer !== null) request.set('Authorization', bearer);
  if (idempotencyKey !== undefined) request.set('Idempotency-Key', idempotencyKey);
  return request.send(body);
};
const used = async ({ bearer }: TestKey = key): Promise<{ units: number; metered: Record<string, number> }> => {
  const { body } = await host.http.get('/v1/account').set('Authorization', bearer).expect(200);
  return { units: body.quotas[0].used, metered: body.metered };
};

describe('a request with an Idempotency-Key', () => {
  it('is carried out once: the same answer is sent again, and says so', async () => {
    const under = fresh();
    const first = await send('', { name: 'first', pages: 3 }, under).expect(201);
    const before = await used();
    const again = await send('', { name: 'first', pages: 3 }, under).expect(201);
    expect(again.body).toEqual(first.body);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await used()).toEqual(before);
  });

  it('is refused when another request had the key, and another operation or account is not asked', async () => {
    const under = fresh();
    const { body } = await send('', { name: 'one' }, under).expect(201);
    expect((await send('', { name: 'two' }, under).expect(409)).body.slug).toBe('idempotency_key_reused');
    await send(`/${body.id}/copies`, {}, under).expect(201);
    const other = await host.createKey();
    expect((await send('', { name: 'one' }, under, other.bearer).expect(201)).headers).not.toHaveProperty(
      'idempotent-replayed',
    );
  });

  it('is not remembered when it is refused, or when the service failed', async () => {
    const under = fresh();
    await send('', { name: 'refused' }, under).expect(400);
    await send('', { name: 'broken' }, under).expect(503);
    const { headers } = await send('', { name: 'taken' }, under).expect(201);
    expect(headers).not.toHaveProperty('idempotent-replayed');
  });

  it('is carried out once also when a hundred come at the same time', async () => {
    const under = fresh();
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('', { name: 'many' }, under)));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.filter(({ status, body }) => status !== 409 || body.slug !== 'idempotency_in_progress')).toEqual([]);
  });

  it('is answered as its method stored it with its own rows', async () => {
    const { body: order } = await send('', { name: 'original' }).expect(201);
    const under = fresh();
    const first = await send(`/${order.id}/copies`, {}, under).expect(201);
    expect((await send(`/${order.id}/copies`, {}, under).expect(201)).body).toEqual(first.body);
  });

  it('needs no API key where the route says whose keys are kept apart', async () => {
    const under = fresh();
    const first = await send('/visits', { name: 'ada' }, under, null).expect(201);
    expect((await send('/visits', { name: 'ada' }, under, null).expect(201)).body).toEqual(first.body);
    expect((await send('/visits', { name: 'ada', pages: 2 }, under, null).expect(409)).body.slug).toBe(
      'idempotency_key_reused',
    );
    expect((await send('/visits', { name: 'bob' }, under, null).expect(201)).body).not.toEqual(first.body);
  });

  it('is refused when the key is none', async () => {
    const { body } = await send('', { name: 'x' }, 'two words').expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'Idempotency-Key', in: 'header' })]);
  });
});

describe('units of quota', () => {
  it('are those the route declares for the request, counted by meter, and given back when the method refuses or fails', async () => {
    const own = await host.createKey();
    const { body: order } = await send('', { name: 'x', pages: 7 }, undefined, own.bearer).expect(201);
    await send('', { name: 'refused', pages: 5 }, undefined, own.bearer).expect(400);
    await send('', { name: 'broken', pages: 5 }, undefined, own.bearer).expect(503);
    await send(`/${order.id}/copies`, {}, undefined, own.bearer).expect(201);
    expect(await used(own)).toEqual({ units: 9, metered: { orders: 7, copies: 2 } });
  });

  it('come after 400, 404 and the Idempotency-Key, and are refused when they do not fit', async () => {
    const poor = await host.createKey({ accountId: await host.createAccount({ units: 1 }) });
    const { body: order } = await send('', { name: 'last' }, 'k', poor.bearer).expect(201);
    const spent = (path: string, body: object, under?: string) => send(path, body, under, poor.bearer);
    expect((await spent('', { name: 'over' }).expect(429)).body).toMatchObject({
      slug: 'quota_exhausted',
      'violated-policies': ['units'],
    });
    await spent('', { nome: 'over' }).expect(400);
    await spent('', { name: 'last' }, 'k').expect(201);
    expect((await spent('', { name: 'other' }, 'k').expect(409)).body.slug).toBe('idempotency_key_reused');
    await spent('/999999999/copies', {}).expect(404);
    await spent(`/${order.id}/copies`, {}).expect(429);
    expect(await used(poor)).toEqual({ units: 1, metered: { orders: 1 } });
  });

  it('are counted beyond the quota where the operation lists no 429', async () => {
    const poor = await host.createKey({ accountId: await host.createAccount({ units: 1 }) });
    await send('/counted', { name: 'x' }, undefined, poor.bearer).expect(201);
    expect(await used(poor)).toEqual({ units: 5, metered: { orders: 5 } });
  });

  it('of many requests at once fit exactly', async () => {
    const poor = await host.createKey({ accountId: await host.createAccount({ units: 10 }) });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => send('', { name: 'x' }, undefined, poor.bearer)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});

describe('a body that is not JSON', () => {
  const text = '{ "spaces":  "count" }';
  const hook = (body: string | Buffer, signature: string) =>
    host.http.post('/v1/hooks').set('Content-Type', 'application/json').set('Signature', signature).send(body);

  it('reaches the method as the bytes that were sent', async () => {
    const { body } = await hook(text, fixtures.signatureOf(text)).expect(200);
    expect(body.bytes).toBe(text.length);
    expect((await hook(`${text} `, fixtures.signatureOf(text)).expect(401)).body.slug).toBe('signature_wrong');
    expect((await host.http.post('/v1/hooks').expect(401)).body.slug).toBe('signature_wrong');
  });

  it('is not inflated, and refused when it is too long', async () => {
    const packed = gzipSync('x'.repeat(100_000));
    const response = await host.http
      .post('/v1/hooks')
      .set('Content-Encoding', 'gzip')
      .set('Content-Type', 'application/octet-stream')
      .send(packed);
    expect(response.body.slug).toBe('signature_wrong');
    expect((await hook('x'.repeat(1_001), '').expect(413)).body).toMatchObject({ limit_bytes: 1_000 });
  });

  it('reaches the method unread where it is a stream, and only what says that it is too long is refused', async () => {
    const stream = (bearer: string | null, body: Buffer) => {
      const request = host.http.post('/v1/hooks/streams').set('Content-Type', 'application/octet-stream');
      return (bearer === null ? request : request.set('Authorization', bearer)).send(body);
    };
    expect((await stream(key.bearer, Buffer.alloc(3_000_000, 7)).expect(200)).body.bytes).toBe(3_000_000);
    await stream(null, Buffer.alloc(100)).expect(401);
    expect((await stream(key.bearer, Buffer.alloc(10_000_001)).expect(413)).body.slug).toBe('payload_too_large');
  });
});
