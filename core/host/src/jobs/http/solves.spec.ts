import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
let stranger: TestKey;
const NO_SUCH = 'slv_01ARZ3NDEKTSV4RRFFQ69G5FAV';

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withBusyMode, fixtures.withMode] });
  [key, stranger] = [await host.createKey(), await host.createKey()];
});
afterAll(() => host.close());

const get = (path: string, bearer = key.bearer) => host.http.get(path).set('Authorization', bearer);
const cancel = (id: string, bearer = key.bearer) => host.http.delete(`/v1/solves/${id}`).set('Authorization', bearer);
const submit = async (body: object, prefer = 'wait=10', bearer = key.bearer): Promise<{ id: string; status: string }> =>
  (
    await host.http
      .post('/v1/solves')
      .set({ Authorization: bearer, Prefer: prefer })
      .send({ mode: 'busy', ...body })
  ).body;
const running = async (body: object, bearer = key.bearer): Promise<string> => {
  const { id } = await submit(body, 'respond-async', bearer);
  await expect.poll(async () => (await get(`/v1/solves/${id}`, bearer)).body.status).toBe('running');
  return id;
};
const ledgerOf = async (id: string): Promise<string[]> =>
  (
    await statement<{ entry: string }>(
      host.database.asHost(),
      `select kind || ' ' || units as entry from core.quota_ledger where job_id = $1 order by kind`,
      [id],
    )
  ).map(({ entry }) => entry);

describe('reading a job', () => {
  it('GET /v1/solves/{id} 200 without the result, and with it when asked', async () => {
    const { id } = await submit({ do: 'answer', text: 'hello' });
    const plain = await get(`/v1/solves/${id}`);
    expect(plain.status).toBe(200);
    expect(plain.body).toMatchObject({ id, status: 'succeeded', result: null, result_bytes: 28 });
    expect((await get(`/v1/solves/${id}?include=result`)).body.result).toEqual({ text: 'hello', attempt: 1 });
    expect(plain.body.links.result).toBe(`/v1/solves/${id}?include=result`);
    expect((await get(plain.body.links.result)).body.result).toEqual({ text: 'hello', attempt: 1 });
  });

  it('GET /v1/solves/{id} 200 without the result where the plugin that made it is not enabled', async () => {
    const { id } = await submit({ do: 'tell' });
    const asked = async (): Promise<unknown> => {
      const { status, body } = await get(`/v1/solves/${id}?include=result`);
      return [status, body.status, body.result];
    };
    const told = await asked();
    expect(told).toEqual([200, 'succeeded', expect.anything()]);
    await statement(host.database.asHost(), `update core.jobs set mode = 'gone' where id = $1`, [id]);
    expect(await asked()).toEqual([200, 'succeeded', null]);
    // A variant that is gone is no other mode: its own result is not the mode's to show.
    await statement(host.database.asHost(), `update core.jobs set mode = 'busy', variant = 'gone' where id = $1`, [id]);
    expect(await asked()).toEqual([200, 'succeeded', null]);
    await statement(host.database.asHost(), `update core.jobs set variant = null where id = $1`, [id]);
    expect(await asked()).toEqual(told);
  });

  it('GET /v1/solves/{id} 200 without what of the result needs another grant than the key has', async () => {
    const plain = await host.createKey({ accountId: key.accountId, grants: ['busy'] });
    const submitted = await host.http
      .post('/v1/solves')
      .set({ Authorization: plain.bearer, Prefer: 'wait=10' })
      .send({ mode: 'busy', do: 'tell' });
    expect(submitted.body.result).toEqual({ text: '', attempt: 1 });
    const path = `/v1/solves/${submitted.body.id}?include=result`;
    expect((await get(path, plain.bearer)).body.result).toEqual({ text: '', attempt: 1 });
    expect((await get(path)).body.result).toEqual({ text: '', attempt: 1, secret: 'told' });
  });

  it('GET /v1/solves/{id} 200 held until the state changes, or as long as asked', async () => {
    const id = await running({ do: 'sleep', n: 3_000 });
    expect((await get(`/v1/solves/${id}?wait=30`)).body.status).toBe('succeeded');
    const slow = await running({ do: 'sleep', n: 60_000 });
    const from = performance.now();
    expect((await get(`/v1/solves/${slow}?wait=1`)).body.status).toBe('running');
    expect(performance.now() - from).toBeGreaterThan(900);
    await cancel(slow);
  });

  it('GET /v1/solves/{id} 200 with the progress', async () => {
    const { id } = await submit({ do: 'progress', n: 3 });
    expect((await get(`/v1/solves/${id}`)).body.progress).toEqual({
      phase: 'steps',
      done: 3,
      total: 3,
      unit: 'steps',
      eta_ms: null,
    });
  });

  it.each([
    ['nope', 'path id'],
    ['slv_1', 'path id'],
    [NO_SUCH.toLowerCase(), 'path id'],
    [`${NO_SUCH}?wait=31`, 'query wait'],
    [`${NO_SUCH}?wait=-1`, 'query wait'],
    [`${NO_SUCH}?wait=1.5`, 'query wait'],
    [`${NO_SUCH}?wait=`, 'query wait'],
    [`${NO_SUCH}?wait=1&wait=2`, 'query wait'],
    [`${NO_SUCH}?include=all`, 'query include'],
    [`${NO_SUCH}?includes=result`, 'query includes'],
    [`${NO_SUCH}?__proto__=1`, 'query __proto__'],
  ])('GET /v1/solves/{id} 400 for %s, and what is wrong is named', async (path, named) => {
    const { status, body } = await get(`/v1/solves/${path}`);
    expect(status).toBe(400);
    expect(body.slug).toBe('invalid_request');
    const errors = body.errors as { in: string; parameter: string; pointer?: string }[];
    expect(errors.map(({ in: place, parameter }) => `${place} ${parameter}`)).toEqual([named]);
    expect(errors[0]).not.toHaveProperty('pointer');
  });

  it('GET /v1/solves/{id} 401 without a key', async () => {
    expect((await host.http.get(`/v1/solves/${NO_SUCH}`)).status).toBe(401);
  });

  it("GET /v1/solves/{id} 404 for an unknown job, another account's, and a purged one", async () => {
    expect((await get(`/v1/solves/${NO_SUCH}`)).status).toBe(404);
    const { id } = await submit({ do: 'answer' });
    expect((await get(`/v1/solves/${id}`, stranger.bearer)).status).toBe(404);
    await statement(host.database.asHost(), 'delete from core.jobs where id = $1', [id]);
    expect((await get(`/v1/solves/${id}`)).status).toBe(404);
  });

  it('GET /v1/solves/{id} 413 when a result over 4 MiB is asked for inline; it is an artefact', async () => {
    const { id } = await submit({ do: 'big', n: 4 * 1024 * 1024 });
    const { status, body } = await get(`/v1/solves/${id}?include=result`);
    expect(status).toBe(413);
    expect(body).toMatchObject({ slug: 'result_too_large' });
    const { body: job } = await get(`/v1/solves/${id}`);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: null,
      result_artifact_id: body.artifact_id,
      result_bytes: body.size,
      artifacts: { count: 1 },
    });
    expect(job.links.result).toBe(`/v1/artifacts/${body.artifact_id}`);
    const plain = await host.createKey({ accountId: key.accountId, grants: ['busy'] });
    expect((await get(job.links.result, plain.bearer)).status).toBe(403);
    const file = await get(job.links.result);
    expect(JSON.parse(file.text ?? file.body.toString())).toMatchObject({ attempt: 1 });
    expect(Number(file.headers['content-length'])).toBe(body.size);
  });
});

describe('listing jobs', () => {
  it("GET /v1/solves 200 newest first, in pages without gap or repeat, the account's own only", async () => {
    const own = await host.createKey();
    const ids: string[] = [];
    for (let job = 0; job < 7; job += 1) ids.unshift((await submit({ do: 'answer' }, 'wait=10', own.bearer)).id);
    const seen: string[] = [];
    let path = '/v1/solves?limit=3';
    for (let page = 0; page < 3; page += 1) {
      const { status, body } = await get(path, own.bearer);
      expect(status).toBe(200);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(page < 2);
      path = `/v1/solves?limit=3&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(ids);
  });

  it('GET /v1/solves 200 with the answer of each in short, cut to its bounds', async () => {
    const own = await host.createKey();
    await submit({ do: 'throw' }, 'wait=10', own.bearer);
    await submit({ do: 'answer', text: 'unspeakable' }, 'wait=10', own.bearer);
    await submit({ do: 'answer', text: 'w '.repeat(200) }, 'wait=10', own.bearer);
    await submit({ do: 'answer', text: 'x y', units: 2 }, 'wait=10', own.bearer);
    const { body } = await get('/v1/solves', own.bearer);
    expect(body.data.map(({ summary }: { summary: object | null }) => summary)).toEqual([
      { answer: 'x y', slug: null, tool: null, rules: ['x', 'y'], counts: { units: 2 } },
      { answer: 'w '.repeat(128), slug: null, tool: null, rules: Array(8).fill('w'), counts: { units: 1 } },
      null,
      null,
    ]);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
      'failed',
    ]);
    expect(body.data.at(-1).links.result).toBeNull();
  });

  it('GET /v1/solves 200 filtered by mode, status and label', async () => {
    const own = await host.createKey();
    await submit({ do: 'throw' }, 'wait=10', own.bearer);
    await submit({ do: 'answer', label: 'nightly' }, 'wait=10', own.bearer);
    await host.http.post('/v1/solves').set('Authorization', own.bearer).send({ mode: 'echo', text: 'x' });
    const states = async (query: string): Promise<string[]> =>
      (await get(`/v1/solves?${query}`, own.bearer)).body.data.map(
        (job: { mode: string; status: string }) => `${job.mode} ${job.status}`,
      );
    expect(await states('status=failed')).toEqual(['busy failed']);
    expect(await states('mode=busy')).toEqual(['busy succeeded', 'busy failed']);
    expect(await states('mode=echo&status=succeeded')).toEqual(['echo succeeded']);
    expect(await states('mode=nope')).toEqual([]);
    expect(await states('label=nightly')).toEqual(['busy succeeded']);
    expect(await states('label=nightly&status=failed')).toEqual([]);
    expect(await states('label=night')).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=1&limit=2',
    'status=done',
    'cursor=made-up',
    'cursor=',
    'unknown=1',
    'mode=%00',
    `mode=${'x'.repeat(65)}`,
    `label=${'x'.repeat(201)}`,
  ])('GET /v1/solves 200 with %s counted as not sent', async (query) => {
    expect((await get(`/v1/solves?${query}`)).status).toBe(200);
  });

  it('GET /v1/solves 200: a cursor of another account is none', async () => {
    const own = await host.createKey();
    for (let job = 0; job < 2; job += 1) await submit({ do: 'answer' }, 'wait=10', own.bearer);
    const { body } = await get('/v1/solves?limit=1', own.bearer);
    const all = await get('/v1/solves?limit=200');
    expect((await get(`/v1/solves?limit=200&cursor=${body.next_cursor}`)).body.data).toHaveLength(all.body.data.length);
  });

  it('GET /v1/solves 401 without a key', async () => {
    expect((await host.http.get('/v1/solves')).status).toBe(401);
  });
});

describe('cancelling a job', () => {
  it('DELETE /v1/solves/{id} 200 at once while it is queued, and nothing is charged', async () => {
    const own = await host.createKey();
    const blockers = await Promise.all([0, 1, 2, 3].map(() => running({ do: 'sleep', n: 60_000 }, own.bearer)));
    const { id } = await submit({ do: 'answer' }, 'respond-async', own.bearer);
    const queued = await get(`/v1/solves/${id}`, own.bearer);
    expect(queued.body).toMatchObject({ status: 'queued', queue: { position: 1 } });
    const { status, body } = await cancel(id, own.bearer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'cancelled', started_at: null, usage: { units_charged: 0 } });
    expect(await ledgerOf(id)).toEqual(['reserve 1', 'settle 0']);
    await Promise.all(blockers.map((blocker) => cancel(blocker, own.bearer)));
  });

  it.each(['sleep', 'spin', 'ignore_abort'])(
    'DELETE /v1/solves/{id} 200 stops it while it runs (%s), and is charged',
    async (told) => {
      const own = await host.createKey();
      const id = await running({ do: told, n: 120_000 }, own.bearer);
      const { status, body } = await cancel(id, own.bearer);
      expect(status).toBe(200);
      expect(body.cancel_requested_at).not.toBeNull();
      await expect
        .poll(async () => (await get(`/v1/solves/${id}`, own.bearer)).body.status, { interval: 20 })
        .toBe('cancelled');
      expect(await ledgerOf(id)).toEqual(['reserve 1', 'settle 1']);
    },
  );

  it('DELETE /v1/solves/{id} 200 leaves what has ended as it is, however often', async () => {
    const { id } = await submit({ do: 'answer' });
    for (let time = 0; time < 3; time += 1)
      expect((await cancel(id)).body).toMatchObject({ status: 'succeeded', cancel_requested_at: null });
  });

  it('DELETE /v1/solves/{id} 200 twice at once', async () => {
    const id = await running({ do: 'sleep', n: 60_000 });
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(async () => (await get(`/v1/solves/${id}`)).body.status).toBe('cancelled');
    const events = await statement<{ type: string }>(
      host.database.asHost(),
      'select type from core.job_events where job_id = $1 order by seq',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'job.queued',
      'job.started',
      'job.cancel_requested',
      'job.cancelled',
    ]);
  });

  it('DELETE /v1/solves/{id} 401 without a key', async () => {
    expect((await host.http.delete(`/v1/solves/${NO_SUCH}`)).status).toBe(401);
  });

  it("DELETE /v1/solves/{id} 404 for an unknown job, a malformed id, and another account's, which goes on", async () => {
    const id = await running({ do: 'sleep', n: 60_000 });
    for (const path of [NO_SUCH, 'nope', '..%2f', id]) expect((await cancel(path, stranger.bearer)).status).toBe(404);
    expect((await get(`/v1/solves/${id}`)).body).toMatchObject({ status: 'running', cancel_requested_at: null });
    await cancel(id);
  });
});
