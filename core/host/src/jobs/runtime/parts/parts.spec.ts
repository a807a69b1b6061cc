import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statement } from '../../../storage/statement.js';

interface Solve {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly error: { readonly slug: string } | null;
  readonly progress: { readonly done: number; readonly total: number; readonly phase: string } | null;
  readonly usage: { readonly units_charged: number };
  readonly result: {
    readonly squares: number[];
    readonly attempts: number[];
    readonly words: string;
    readonly attempt: number;
    readonly wallMs: number;
    readonly leftMs: number[];
  } | null;
}

let host: TestHost;
let key: TestKey;

/** One slot and one running job a key: what is hardest for a job that waits for others. */
beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withParts],
    env: { OSTIARY_WORKERS: '1', OSTIARY_RUNNING_JOBS: '1', OSTIARY_QUEUED_JOBS: '5' },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

const call = async (
  method: 'get' | 'delete' | 'post',
  path: string,
  body?: object,
  prefer = 'respond-async',
): Promise<Solve> => {
  const answer = await host.http[method](path).set({ Authorization: key.bearer, Prefer: prefer }).send(body);
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Solve;
};
const submit = (body: object): Promise<Solve> =>
  call('post', '/v1/solves', { mode: 'parts', ...body }, 'respond-async');
/** The job once it has ended, however long that takes on a busy machine. */
async function solve(body: object): Promise<Solve> {
  let job = await call('post', '/v1/solves', { mode: 'parts', ...body }, 'wait=30');
  while (['queued', 'running'].includes(job.status))
    job = await call('get', `/v1/solves/${job.id}?include=result&wait=30`);
  return job;
}
const rows = <Row = object>(text: string, values: readonly string[] = []): Promise<Row[]> =>
  statement<Row>(host.database.asHost(), text, values);
const partsOf = (id: string) =>
  rows<{ id: string; status: string; part: number }>(
    'select id, status, part from core.jobs where parent_id = $1 order by part',
    [id],
  );
const squares = (count: number): number[] => Array.from({ length: count }, (_, at) => at * at);

describe('a job in parts', () => {
  it('is joined in order, with one slot and more parts than may be stored at once', async () => {
    const job = await solve({ parts: 150 });
    expect(job).toMatchObject({ status: 'succeeded', result: { squares: squares(150) }, usage: { units_charged: 1 } });
    expect(job.progress).toMatchObject({ phase: 'squares', done: 150, total: 150 });
    expect(await partsOf(job.id)).toEqual([]);
  });

  it('may have none, be asked for in rounds, and hand over files, large requests and results', async () => {
    expect((await solve({ parts: 0 })).result?.squares).toEqual([]);
    expect((await solve({ parts: 3, rounds: 2 })).result?.squares).toEqual([...squares(3), ...squares(3)]);
    const files = await solve({ parts: 2, do: 'file' });
    expect(files.result?.words).toBe(`part 0 of ${files.id}\npart 1 of ${files.id}\n`);
    expect((await solve({ parts: 2, do: 'large' })).result?.squares).toEqual([0, 1]);
    const folder = join(host.dataDirectory, 'parts');
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
  });

  it('needs no more results than it reads, and leaves no part behind', async () => {
    const job = await solve({ parts: 40, enough: 2 });
    expect(job).toMatchObject({ status: 'succeeded', result: { squares: [0, 1] } });
    await expect.poll(async () => (await partsOf(job.id)).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  });

  it('fails with the error of a part: nothing is charged, and no part is left', async () => {
    for (const told of ['throw', 'bigint']) {
      const job = await solve({ parts: 20, do: told, at: [3] });
      expect(job).toMatchObject({ status: 'failed', error: { slug: 'internal' }, usage: { units_charged: 0 } });
      await expect.poll(async () => (await partsOf(job.id)).filter(({ status }) => status === 'running')).toEqual([]);
    }
  });

  it('stores events of its parts as its own', async () => {
    const job = await solve({ parts: 3, do: 'step' });
    const { text } = await host.http.get(`/v1/solves/${job.id}/events`).set('Authorization', key.bearer);
    const types = [...text.matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
    expect(types.filter((type) => type === 'parts.step')).toHaveLength(3);
    expect(types.filter((type) => type === 'job.started')).toHaveLength(1);
    expect(types.at(-1)).toBe('job.succeeded');
  });

  it('is cancelled with the parts that run and those that wait', async () => {
    const job = await submit({ parts: 30, ms: 60_000 });
    await expect.poll(async () => (await partsOf(job.id)).some(({ status }) => status === 'running')).toBe(true);
    await call('delete', `/v1/solves/${job.id}`);
    await expect.poll(async () => (await call('get', `/v1/solves/${job.id}`)).status).toBe('cancelled');
    await expect.poll(async () => (await partsOf(job.id)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('expires with its parts', async () => {
    const job = await solve({ parts: 3, ms: 60_000, deadline_ms: 300 });
    expect(job.status).toBe('expired');
    const open = async () => (await partsOf(job.id)).filter(({ status }) => ['running', 'queued'].includes(status));
    await expect.poll(open).toEqual([]);
  });

  it('tells each part how much of the time of the whole is left', async () => {
    const job = await solve({ parts: 3, ms: 100 });
    const { wallMs = 0, leftMs: [whole = 0, ...parts] = [] } = job.result ?? {};
    // Of the standard profile, one slot: each part begins when the one before it has ended.
    expect([wallMs, whole]).toEqual([120_000, 120_000]);
    expect(parts).toHaveLength(3);
    for (const [at, left] of parts.entries()) {
      expect(left).toBeGreaterThan(60_000);
      expect(left).toBeLessThanOrEqual((parts[at - 1] ?? whole) - (at === 0 ? 0 : 99));
    }
    const soon = await solve({ parts: 1, deadline_ms: 30_000 });
    expect(soon.result?.wallMs).toBeLessThanOrEqual(30_000);
    expect(soon.result?.leftMs[1]).toBeLessThanOrEqual(soon.result?.wallMs ?? 0);
  });

  it('is one job in lists and counts, and its parts are not there for anybody', async () => {
    const job = await submit({ parts: 30, ms: 60_000 });
    await expect.poll(async () => (await partsOf(job.id)).length).toBe(30);
    const [part] = await partsOf(job.id);
    await host.http.get(`/v1/solves/${part?.id}`).set('Authorization', key.bearer).expect(404);
    await host.http.delete(`/v1/solves/${part?.id}`).set('Authorization', key.bearer).expect(404);
    await host.http.get(`/v1/solves/${part?.id}/events`).set('Authorization', key.bearer).expect(404);
    const { body } = await host.http.get('/v1/solves?limit=200').set('Authorization', key.bearer);
    expect((body as { data: Solve[] }).data.map(({ id }) => id)).not.toContain(part?.id);
    const account = (await host.http.get('/v1/account').set('Authorization', key.bearer)).body as {
      concurrency: { running: number; queued: number };
    };
    expect(account.concurrency).toMatchObject({ running: 1, queued: 0 });
    // Thirty parts wait, and the key may have five jobs waiting: there is room for another job.
    const second = await submit({ parts: 1 });
    await call('delete', `/v1/solves/${job.id}`);
    await expect.poll(async () => (await call('get', `/v1/solves/${second.id}`)).status).toBe('succeeded');
  });

  it('does the parts of an older job before a younger one of the key', async () => {
    const first = await submit({ parts: 20, ms: 10 });
    const second = await submit({ parts: 1 });
    await expect.poll(async () => (await call('get', `/v1/solves/${second.id}`)).status).toBe('succeeded');
    const ends = await rows<{ id: string; finished_at: string }>(
      'select id, finished_at from core.jobs where id = any($1::text[]) order by finished_at',
      [`{${first.id},${second.id}}`] as never,
    );
    expect(ends.map(({ id }) => id)).toEqual([first.id, second.id]);
  });
});
