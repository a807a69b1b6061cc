import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let host: TestHost;
let key: TestKey;
beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withHostServices],
    env: { OSTIARY_STREAMS_PER_JOB: '2', OSTIARY_SHUTDOWN_SECONDS: '600' },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

const list = async (query: object, bearer = key.bearer) =>
  (await host.http.get('/v1/ticks').query(query).set('Authorization', bearer).expect(200)).body;

it('pages go on where the one before ended, and a cursor of another account counts as none', async () => {
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ data: [{ n: 5 }, { n: 4 }], has_more: true });
  const second = await list({ limit: 3, cursor: first.next_cursor });
  expect(second).toEqual({ object: 'list', data: [{ n: 3 }, { n: 2 }, { n: 1 }], has_more: false, next_cursor: null });
  const other = await host.createKey();
  expect(await list({ limit: 2, cursor: first.next_cursor }, other.bearer)).toMatchObject({
    data: [{ n: 5 }, { n: 4 }],
  });
});

it('rates of a policy count by name and refuse with how long to wait', async () => {
  const ask = (name: string) => host.http.get('/v1/ticks/address').query({ name });
  expect((await ask('ada').expect(200)).body).toEqual({ url: `${host.url}/v1/ticks` });
  await ask('ada').expect(200);
  const { body, headers } = await ask('ada').expect(429);
  expect(body).toMatchObject({ slug: 'rate_limited', 'violated-policies': ['addresses'] });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await ask('bob').expect(200);
});

const open = (count: number) =>
  fetch(`${host.url}/v1/ticks/${count}/events`, { headers: { Authorization: key.bearer } });

it('a stream sends its events as those of jobs are sent, and ends with its source', async () => {
  expect(await (await open(1)).text()).toBe('retry: 2000\n\nid: 1\nevent: tick\ndata: {"n":1}\n\n');
});

it('streams of one subject are counted, and end when the process stops', async () => {
  const streams = [await open(3), await open(3)];
  expect((await open(3)).status).toBe(429);
  expect((await open(2)).status).toBe(200);
  const texts = streams.map((stream) => stream.text());
  await host.close();
  for (const text of await Promise.all(texts)) expect(text).toMatch(/id: 3\nevent: tick\ndata: \{"n":3\}\n\n$/);
});
