import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createScratchDatabase } from '@ostiary/host';
import { HOST_PROCESS } from '@ostiary/testkit';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(HOST_PROCESS);
const databaseUrl = process.env['OSTIARY_DATABASE_URL'];
const redisUrl = process.env['OSTIARY_REDIS_URL'];

interface HostProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-recovery-'));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function start(env: Record<string, string>): Promise<HostProcess> {
  const { OSTIARY_DATABASE_URL: _database, OSTIARY_REDIS_URL: _redis, ...rest } = process.env;
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...rest,
      OSTIARY_PORT: '0',
      OSTIARY_RATE_PER_MINUTE: '1000000',
      OSTIARY_RATE_BURST: '100000',
      OSTIARY_RUNNING_JOBS: '20',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => kill(child));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the host process ended with ${code}`)));
  });
  return { child, ...(JSON.parse(line) as { url: string; key: string }) };
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly result: { readonly attempt: number } | null;
  readonly artifacts: { readonly count: number };
  readonly usage: { readonly units_charged: number };
}

interface Quota {
  readonly used: number;
  readonly reserved: number;
}

/** Calls of one host; the key is the one its first process made. */
function clientOf(url: string, key: string) {
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Prefer: 'respond-async',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await (path.includes('/events') ? answer.text() : answer.json())) as Body;
  };
  const read = (id: string): Promise<Job> => call<Job>('GET', `/v1/solves/${id}?include=result`);
  return {
    call,
    read,
    submit: async (body: object): Promise<string> =>
      (await call<Job>('POST', '/v1/solves', { mode: 'busy', ...body })).id,
    until: async (id: string, status: string): Promise<Job> => {
      await expect.poll(async () => (await read(id)).status, { interval: 50 }).toBe(status);
      return read(id);
    },
    /** Types of the events, having seen that their numbers rise by one. */
    story: async (id: string): Promise<string[]> => {
      const text = await call<string>('GET', `/v1/solves/${id}/events`);
      const numbers = [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      return [...text.matchAll(/^event: (.+)$/gm)].map(([, type = '']) => type);
    },
    quota: async (): Promise<Quota> =>
      (await call<{ quotas: Quota[] }>('GET', '/v1/account')).quotas[0] ?? { used: -1, reserved: -1 },
  };
}

describe('kill -9 of the whole process, embedded', () => {
  it('loses nothing: what ran runs again, what waited runs, what had ended stays', async () => {
    const env = { OSTIARY_DATA: newDirectory(), OSTIARY_WORKERS: '2' };
    const first = await start({ ...env, MAKE_KEY: '1' });
    const before = clientOf(first.url, first.key);
    const ended = await before.submit({ do: 'answer', text: 'kept' });
    await before.until(ended, 'succeeded');
    const made = await before.submit({ do: 'artefact', text: 'x', n: 50_000, once: true });
    const spun = await before.submit({ do: 'spin' });
    const queued = await before.submit({ do: 'answer', text: 'waited' });
    await expect.poll(async () => (await before.read(made)).artifacts.count).toBe(1);
    await before.until(spun, 'running');
    expect((await before.read(queued)).status).toBe('queued');
    await kill(first.child);

    const second = await start(env);
    const after = clientOf(second.url, first.key);
    expect((await after.read(ended)).result).toMatchObject({ text: 'kept' });
    expect(await after.until(made, 'succeeded')).toMatchObject({
      attempt: 2,
      result: { attempt: 2 },
      artifacts: { count: 1 },
    });
    expect(await after.story(made)).toEqual([
      'job.queued',
      'job.started',
      'artifact.created',
      'job.retried',
      'job.started',
      'artifact.created',
      'job.succeeded',
    ]);
    const { data } = await after.call<{ data: unknown[] }>('GET', `/v1/solves/${made}/artifacts`);
    expect(data).toHaveLength(1);
    expect(await after.until(queued, 'succeeded')).toMatchObject({ attempt: 1 });
    await after.call('DELETE', `/v1/solves/${spun}`);
    await after.until(spun, 'cancelled');
    expect(await after.quota()).toMatchObject({ used: 4, reserved: 0 });
  });

  it('gives a job up after three lost workers, and charges nothing', async () => {
    const env = { OSTIARY_DATA: newDirectory() };
    let host = await start({ ...env, MAKE_KEY: '1' });
    const { key } = host;
    const id = await clientOf(host.url, key).submit({ do: 'sleep', n: 60_000 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const client = clientOf(host.url, key);
      await client.until(id, 'running');
      expect((await client.read(id)).attempt).toBe(attempt);
      await kill(host.child);
      host = await start(env);
    }
    const client = clientOf(host.url, key);
    expect(await client.until(id, 'failed')).toMatchObject({
      attempt: 3,
      error: { slug: 'worker_lost', retryable: true },
      usage: { units_charged: 0 },
    });
    expect(await client.quota()).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe.skipIf(!databaseUrl || !redisUrl)('API and workers in processes of their own, on PostgreSQL and Redis', () => {
  async function deployment(): Promise<{ readonly env: Record<string, string>; readonly prefix: string }> {
    const scratch = await createScratchDatabase(databaseUrl ?? '');
    cleanups.push(() => scratch.drop());
    const prefix = `test-recovery-${process.pid}-${Date.now()}`;
    const pepper = {
      OSTIARY_PEPPER: 'a pepper for tests only, long enough',
      OSTIARY_SIGNING_SECRET: 'a signing secret for tests, long enough',
    };
    return {
      prefix,
      env: {
        ...pepper,
        OSTIARY_DATA: newDirectory(),
        OSTIARY_DATABASE_URL: scratch.url,
        OSTIARY_REDIS_URL: redisUrl ?? '',
        OSTIARY_REDIS_PREFIX: prefix,
      },
    };
  }

  it('answers within the wait though another process does the work, streams and cancels across processes', async () => {
    const { env } = await deployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    const client = clientOf(api.url, api.key);
    const answer = await fetch(`${api.url}/v1/solves`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': 'application/json', Prefer: 'wait=10' },
      body: JSON.stringify({ mode: 'busy', do: 'answer', text: 'far' }),
    });
    expect([answer.status, ((await answer.json()) as Job).result]).toEqual([200, { text: 'far', attempt: 1 }]);
    expect(
      (await client.story(await client.submit({ do: 'progress', n: 20 }))).filter((type) => type === 'busy.step'),
    ).toHaveLength(20);
    const id = await client.submit({ do: 'spin' });
    await client.until(id, 'running');
    await client.call('DELETE', `/v1/solves/${id}`);
    await client.until(id, 'cancelled');
  });

  it('runs again what a killed worker had, once', async () => {
    const { env } = await deployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    const client = clientOf(api.url, api.key);
    const doomed = await start({ ...env, OSTIARY_ROLES: 'worker' });
    const taken = await Promise.all(
      Array.from({ length: 4 }, () => client.submit({ do: 'sleep', n: 50_000, once: true })),
    );
    for (const id of taken) await client.until(id, 'running');
    const waiting = await Promise.all(Array.from({ length: 2 }, () => client.submit({ do: 'answer' })));
    await kill(doomed.child);
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    for (const id of [...taken, ...waiting]) {
      const attempt = taken.includes(id) ? 2 : 1;
      expect(await client.until(id, 'succeeded')).toMatchObject({ attempt, result: { attempt } });
      expect((await client.story(id)).filter((type) => type === 'job.succeeded')).toHaveLength(1);
    }
    expect(await client.quota()).toMatchObject({ used: 6, reserved: 0 });
  });

  it('loses no job when Redis loses everything it holds of them', async () => {
    const { env, prefix } = await deployment();
    const api = await start({ ...env, OSTIARY_ROLES: 'api', MAKE_KEY: '1' });
    const client = clientOf(api.url, api.key);
    const ids = await Promise.all(Array.from({ length: 10 }, () => client.submit({ do: 'answer' })));
    const redis = new Redis(redisUrl ?? '');
    cleanups.push(() => redis.disconnect());
    const held = async (): Promise<string[]> => redis.keys(`*${prefix}*`);
    await expect.poll(async () => (await held()).length).toBeGreaterThan(10);
    await redis.del(await held());
    await start({ ...env, OSTIARY_ROLES: 'worker' });
    for (const id of ids) await client.until(id, 'succeeded');
    expect(await client.quota()).toMatchObject({ used: 10, reserved: 0 });
  });
});
