import { Unstored } from '@ostiary/host';
import { asOwner, fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KEY = 'sk-canary-0123456789';
const lines: string[] = [];
let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withUnstored], log: (line) => void lines.push(line) });
  key = await host.createKey();
});
afterAll(() => host.close());

const submit = (what: string, over: object = {}, idempotencyKey?: string) => {
  const request = host.http.post('/v1/solves').set('Authorization', key.bearer).set('Prefer', 'wait=20');
  if (idempotencyKey !== undefined) request.set('Idempotency-Key', idempotencyKey);
  return request.send({ mode: 'recite', do: what, generation: { provider: 'acme', key: KEY }, ...over });
};
const everything = async (): Promise<string> => {
  const tables = await asOwner(host.database).execute<{ t: string }[]>(
    `select table_schema || '.' || table_name as t from information_schema.tables where table_schema = 'core' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(tables.map(({ t }) => asOwner(host.database).execute<object[]>(`select * from ${t}`)));
  return JSON.stringify(rows);
};

describe('a value of a request that is never stored', () => {
  it('reaches the work, and stands in nothing that is kept', async () => {
    const { body } = await submit('answer', {
      generation: { provider: 'acme', key: KEY, prompt: 'forget me not' },
    }).expect(200);
    expect(body.result).toEqual({ seen: '[unstored]', length: KEY.length, prompt: 13, text: '' });
    const plain = await submit('answer').expect(200);
    expect(plain.body.result.prompt).toBeNull();
    expect(plain.body.request.digest).not.toBe(body.request.digest);
    const kept = await everything();
    expect(kept).toContain('acme');
    expect(kept).not.toContain(KEY);
    expect(kept).not.toContain('forget me not');
  });

  it.each([
    ['throw', 'internal'],
    ['refuse', 'probe_refused'],
    ['give_out', 'internal'],
    ['event', 'internal'],
    ['file', 'internal'],
    ['pry', 'internal'],
  ])('is kept out of what a mode says that does %s', async (what, slug) => {
    const { body } = await submit(what).expect(200);
    expect(body).toMatchObject({ status: 'failed', error: { slug } });
    expect(JSON.stringify(body)).not.toContain(KEY);
    const events = await host.http.get(`/v1/solves/${body.id}/events`).set('Authorization', key.bearer);
    expect(events.text).not.toContain(KEY);
  });

  it('is kept out of the log of its mode', async () => {
    expect((await submit('log').expect(200)).body.status).toBe('succeeded');
    expect(lines.join()).toContain('they say [unstored]');
  });

  it('is kept out of a refusal, also of a request that is not valid', async () => {
    expect((await submit('refuse_early').expect(400)).text).not.toContain(KEY);
    expect((await submit('answer', { generation: { provider: 'acme', key: [KEY] } }).expect(400)).text).not.toContain(
      KEY,
    );
    expect(
      (await submit('answer', { generation: { provider: 'acme', key: KEY.repeat(20) } }).expect(400)).text,
    ).not.toContain(KEY);
  });

  it('is one request with the same Idempotency-Key, and another with another value', async () => {
    const first = await submit('answer', {}, 'once').expect(200);
    const again = await submit('answer', {}, 'once').expect(200);
    expect([again.body.id, again.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
    const other = await submit('answer', { generation: { provider: 'acme', key: `${KEY}0` } }, 'once').expect(409);
    expect(other.body.slug).toBe('idempotency_key_reused');
  });

  it('that is lost with its process fails the job, which costs nothing', async () => {
    const sent = await submit('sleep', { n: 3_000 }).set('Prefer', 'respond-async').expect(202);
    host.get(Unstored).forget(sent.body.id as string);
    const path = `/v1/solves/${sent.body.id}`;
    const read = async () => (await host.http.get(path).set('Authorization', key.bearer)).body as { status: string };
    await expect.poll(async () => (await read()).status).toBe('failed');
    expect(await read()).toMatchObject({
      error: { slug: 'secret_unavailable', retryable: true },
      usage: { units_charged: 0 },
    });
  });

  it('is in memory no longer than its job: ended, cancelled, refused, replayed', async () => {
    const held = host.get(Unstored);
    const sent = await submit('sleep', { n: 20_000 }).set('Prefer', 'respond-async').expect(202);
    expect(held.jobs).toEqual([sent.body.id]);
    await host.http.delete(`/v1/solves/${sent.body.id}`).set('Authorization', key.bearer).expect(200);
    await expect.poll(() => held.jobs).toEqual([]);
  });

  it('is in no line of the log and in no table after all of this', async () => {
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(KEY);
    expect(await everything()).not.toContain(KEY);
  });
});
