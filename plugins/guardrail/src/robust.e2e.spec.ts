import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';

const run = promisify(execFile);

/** In three parts. */
const ROWS = 60_000;
/** One for each thousand rows. */
const UNITS = 60;
/** Few enough to be decided in one piece: a table in parts goes on at the next start, with the parts that are done. */
const WHOLE_ROWS = 49_000;
/** The amount is the number of the row modulo 100: 30 of 100 rows are allowed, 30 confirmed, the others refused. */
const batch = {
  mode: 'batch',
  policy: `dialect 1; default refuse;
@id("small") allow refund_order when amount < 30.00 EUR;
@id("medium") confirm refund_order when amount >= 30.00 EUR and amount < 60.00 EUR;`,
  rows: { csv: csvOf(ROWS) },
  defaults: { action: { tool: 'refund_order' } },
};
const smaller = { ...batch, rows: { csv: csvOf(WHOLE_ROWS) } };
const COUNTS = { total: ROWS, allow: 18_000, confirm: 18_000, refuse: 24_000, error: 0 };
function csvOf(rows: number): string {
  return `arguments.amount\n${Array.from({ length: rows }, (_, row) => `${row % 100}.00 EUR\n`).join('')}`;
}

const TERMINAL = ['succeeded', 'failed', 'cancelled', 'expired'];

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}
interface Event {
  readonly seq: number;
  readonly type: string;
  readonly status: string;
}
interface Solve {
  readonly id: string;
  readonly status: string;
  readonly result: { readonly row_counts: object } | null;
}
interface Made {
  readonly data: readonly { readonly id: string; readonly kind: string }[];
}

describe('a batch of 60,000 rows, in parts, on a service that is cut, cancelled, stopped and killed', () => {
  const data = mkdtempSync(join(tmpdir(), 'ostiary-robust-'));
  const started: Service[] = [];
  let service: Service;
  let bearer: string;

  beforeAll(async () => {
    await start();
    bearer = `Bearer ${readFileSync(join(data, 'first-key'), 'utf8').trim()}`;
  });
  afterAll(async () => {
    for (const one of started) await one.kill();
    rmSync(data, { recursive: true, force: true });
  });

  async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    service = await startService(data, env);
    started.push(service);
  }

  const call = (method: string, path: string, init: Request = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
      ...init,
      method,
      headers: { authorization: bearer, 'content-type': 'application/json', ...init.headers },
    });

  async function get<T>(path: string): Promise<T> {
    const response = await call('GET', path);
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  }

  const units = async (): Promise<{ used: number; reserved: number }> => {
    const { quotas } = await get<{ quotas: { used: number; reserved: number; unit: string }[] }>('/v1/account');
    const quota = quotas.find(({ unit }) => unit === 'units');
    if (quota === undefined) throw new Error('no quota is counted in units');
    return { used: quota.used, reserved: quota.reserved };
  };

  async function submit(table: object = batch): Promise<string> {
    const response = await call('POST', '/v1/solves', {
      headers: { prefer: 'respond-async' },
      body: JSON.stringify(table),
    });
    expect(response.status).toBe(202);
    return ((await response.json()) as Solve).id;
  }

  /** Whole events after number `after`, until the stream ends, or is cut by the reader once `enough` says so. */
  async function events(id: string, after = 0, enough: (event: Event) => boolean = () => false): Promise<Event[]> {
    const cut = new AbortController();
    const response = await call('GET', `/v1/solves/${id}/events`, {
      signal: cut.signal,
      headers: { accept: 'text/event-stream', ...(after > 0 && { 'last-event-id': String(after) }) },
    });
    expect(response.status).toBe(200);
    if (response.body === null) throw new Error('the stream has no body');
    const read: Event[] = [];
    let text = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (text + piece).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const json = /^data: (.*)$/m.exec(frame)?.[1];
        if (json === undefined) continue;
        const event = JSON.parse(json) as Event;
        read.push(event);
        if (!enough(event)) continue;
        cut.abort();
        return read;
      }
    }
    return read;
  }

  const inTheMiddle = ({ type }: Event): boolean => type === 'job.progress';

  /** INVARIANT of every stream: numbers rise by one from 1, and one event ends it, the last. */
  function expectWhole(read: readonly Event[], end: string): void {
    expect(read.map(({ seq }) => seq)).toEqual(read.map((_, index) => index + 1));
    expect(read.filter(({ status }) => TERMINAL.includes(status))).toEqual([read.at(-1)]);
    expect(read.at(-1)?.status).toBe(end);
  }

  async function expectDone(id: string, attempt: number): Promise<Made['data']> {
    const solve = await get<Solve>(`/v1/solves/${id}?include=result`);
    expect(solve).toMatchObject({ status: 'succeeded', attempt, usage: { units_charged: UNITS } });
    expect(solve.result?.row_counts).toEqual(COUNTS);
    const { data: made } = await get<Made>(`/v1/solves/${id}/artifacts`);
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'jsonl']);
    for (const { id: artefact, kind } of made) {
      const text = await (await call('GET', `/v1/artifacts/${artefact}`)).text();
      expect(text.trimEnd().split('\n')).toHaveLength(kind === 'csv' ? ROWS + 1 : ROWS);
    }
    return made;
  }

  it('GET /v1/solves/{job_id}/events resumes a stream that was cut, without gap or repeat; nothing of it is seen by another account', async () => {
    const before = await units();
    const id = await submit();
    const first = await events(id, 0, inTheMiddle);
    const rest = await events(id, first.at(-1)?.seq);
    expectWhole([...first, ...rest], 'succeeded');
    const made = await expectDone(id, 1);
    expect(await units()).toEqual({ used: before.used + UNITS, reserved: before.reserved });

    const env = { ...process.env, OSTIARY_DATABASE_URL: '', OSTIARY_REDIS_URL: '', OSTIARY_DATA: data };
    const admin = async (...args: readonly string[]): Promise<{ id: string; key: string }> =>
      JSON.parse(
        (await run(process.execPath, [join(root, 'cli/bin/ostiary.js'), 'admin', ...args, '--json'], { env })).stdout,
      ) as { id: string; key: string };
    const { id: account } = await admin('account', 'create', '--name', 'Other');
    const { key } = await admin('key', 'create', '--account', account, '--grants', 'batch', '--name', 'other');
    const artefacts = made.flatMap(({ id: artefact }) => [
      `/v1/artifacts/${artefact}`,
      `/v1/artifacts/${artefact}/access`,
    ]);
    for (const path of [`/v1/solves/${id}`, `/v1/solves/${id}/events`, `/v1/solves/${id}/artifacts`, ...artefacts]) {
      const foreign = await call('GET', path, { headers: { authorization: `Bearer ${key}` } });
      expect([path, foreign.status]).toEqual([path, 404]);
      await foreign.text();
      expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
    }
  });

  it('DELETE /v1/solves/{job_id} twice at once in the middle of a batch: 200 both, cancelled, nothing left of it', async () => {
    const before = await units();
    const id = await submit();
    const first = await events(id, 0, inTheMiddle);
    const rest = events(id, first.at(-1)?.seq);
    const answers = await Promise.all([call('DELETE', `/v1/solves/${id}`), call('DELETE', `/v1/solves/${id}`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expectWhole([...first, ...(await rest)], 'cancelled');
    expect((await get<Made>(`/v1/solves/${id}/artifacts`)).data).toEqual([]);
    // A batch that ran until its owner stopped it costs what it held.
    const after = { used: before.used + UNITS, reserved: before.reserved };
    expect(await units()).toEqual(after);
    expect((await call('DELETE', `/v1/solves/${id}`)).status).toBe(200);
    expect(await units()).toEqual(after);
  });

  it('runs a batch again whose process was killed with SIGKILL: one end, one pair of artefacts, one charge', async () => {
    const before = await units();
    const id = await submit();
    const first = await events(id, 0, inTheMiddle);
    await service.kill();
    await start();
    const rest = await events(id, first.at(-1)?.seq);
    const whole = [...first, ...rest];
    expectWhole(whole, 'succeeded');
    expect(whole.filter(({ type }) => type === 'job.started')).toHaveLength(2);
    expect(await events(id)).toEqual(whole);
    await expectDone(id, 2);
    expect(await units()).toEqual({ used: before.used + UNITS, reserved: before.reserved });
  });

  it('POST /v1/solves 503 draining once SIGINT came; readiness is 503; the batch that runs ends before the process does, with 0', async () => {
    const id = await submit(smaller);
    await events(id, 0, inTheMiddle);
    const stopped = service.stop();
    const guardrail = JSON.stringify({
      mode: 'guardrail',
      policy: batch.policy,
      action: { tool: 'refund_order', arguments: {} },
    });
    let refused = await call('POST', '/v1/solves', { body: guardrail });
    // The signal may be on its way still.
    while (refused.ok) refused = await call('POST', '/v1/solves', { body: guardrail });
    const ready = await call('GET', '/health/ready');
    expect([refused.status, ready.status]).toEqual([503, 503]);
    expect(await refused.json()).toMatchObject({ slug: 'draining' });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await stopped).toBe(0);
    expect(service.errors()).not.toMatch(/^ {4}at |Error/m);
    await start();
    const done = await get<Solve>(`/v1/solves/${id}?include=result`);
    expect(done).toMatchObject({ status: 'succeeded', attempt: 1, result: { row_counts: { total: WHOLE_ROWS } } });
    expectWhole(await events(id), 'succeeded');
  });

  it('ends with 0 on SIGINT before the batch does when it may not wait; the next start runs the batch again', async () => {
    await service.stop();
    await start({ OSTIARY_SHUTDOWN_SECONDS: '0' });
    const before = await units();
    const id = await submit();
    const first = await events(id, 0, inTheMiddle);
    const { port } = service;
    expect(await service.stop()).toBe(0);
    expect(service.errors()).not.toMatch(/^ {4}at |Error/m);
    await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow('fetch failed');
    await start();
    expectWhole([...first, ...(await events(id, first.at(-1)?.seq))], 'succeeded');
    await expectDone(id, 2);
    expect(await units()).toEqual({ used: before.used + UNITS, reserved: before.reserved });
  });

  it('prints no warning of Node all the while', () => {
    expect(started.map((one) => one.errors()).join('')).not.toMatch(/Warning/);
  });
});
