import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

export interface Job {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly result: { readonly attempt: number } | null;
  readonly error: { readonly slug: string } | null;
  readonly artifacts: { readonly count: number };
  readonly usage: { readonly units_charged: number };
}

interface Quota {
  readonly used: number;
  readonly reserved: number;
}

export type JobsClient = ReturnType<typeof clientOf>;

/** Whether a job, or an event's type, has come to its end. */
const isEnd = (name: string): boolean => /^(job\.)?(succeeded|failed|cancelled|expired)$/.test(name);

/** Calls of a host as a client makes them. */
export function clientOf(url: string, key: string) {
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Prefer: 'respond-async',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await send(method, path, body);
    return (await (path.includes('/events') ? answer.text() : answer.json())) as Body;
  };
  const read = (id: string): Promise<Job> => call<Job>('GET', `/v1/solves/${id}?include=result`);
  return {
    send,
    call,
    read,
    /** Submits a job of the busy mode; it must be taken. Answers its id. */
    submit: async (body: object): Promise<string> => {
      const answer = await send('POST', '/v1/solves', { mode: 'busy', ...body });
      const job = (await answer.json()) as Job;
      expect([answer.status, job]).toEqual([202, job]);
      return job.id;
    },
    until: async (id: string, status: string, timeout = 90_000): Promise<Job> => {
      await expect.poll(async () => (await read(id)).status, { timeout, interval: 50 }).toBe(status);
      return read(id);
    },
    /** The jobs once all of them have ended. */
    allEnded: async (ids: readonly string[], timeout = 90_000): Promise<Job[]> => {
      const open = new Set(ids);
      const look = async (): Promise<number> => {
        for (const id of open) {
          if (!isEnd((await read(id)).status)) break;
          open.delete(id);
        }
        return open.size;
      };
      await expect.poll(look, { timeout, interval: 50 }).toBe(0);
      return Promise.all(ids.map(read));
    },
    /** Every job of the account. */
    list: async (): Promise<Job[]> => {
      const jobs: Job[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { data: Job[]; next_cursor: string | null } = await call(
          'GET',
          `/v1/solves?limit=200${cursor && `&cursor=${cursor}`}`,
        );
        jobs.push(...page.data);
        cursor = page.next_cursor;
      }
      return jobs;
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

/**
 * What must hold of jobs that have all ended, whatever happened meanwhile: each ended once, by its last event; what succeeded
 * is the result of the last attempt and is charged; nothing is held. The key must have made no other jobs.
 */
export async function expectEndedOnce(client: JobsClient, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const story = await client.story(job.id);
    expect(story.filter(isEnd)).toEqual([`job.${job.status}`]);
    expect(story.at(-1)).toBe(`job.${job.status}`);
    expect(story.filter((type) => type === 'job.retried')).toHaveLength(job.attempt - 1);
    if (job.status === 'succeeded') expect(job.result?.attempt ?? job.attempt).toBe(job.attempt);
  }
  const charged = jobs.reduce((sum, { usage }) => sum + usage.units_charged, 0);
  expect(await client.quota()).toMatchObject({ used: charged, reserved: 0 });
}

interface Submissions {
  /** Resolves once so many more have been answered; rejects when one was refused. */
  answered(this: void, more: number): Promise<void>;
  /** Makes no more; answers the ids of all. */
  stop(): Promise<string[]>;
}

const KINDS = [{ do: 'answer' }, { do: 'sleep', n: 300 }, { do: 'progress', n: 10 }, { do: 'artefact', text: 'x' }];

/** Submits small jobs of several kinds one after the other, each of which must be taken, until it is stopped. */
export function keepSubmitting(client: JobsClient): Submissions {
  const ids: string[] = [];
  const halt = new AbortController();
  let failure: unknown;
  const work = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      ids.push(await client.submit(KINDS[ids.length % KINDS.length] ?? {}));
      await sleep(40);
    }
  };
  const done = work().catch((error: unknown) => (failure = error));
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure;
  };
  return {
    answered: async (more) => {
      const goal = ids.length + more;
      const enough = (): boolean => failure !== undefined || ids.length >= goal;
      await expect.poll(enough, { timeout: 90_000, interval: 20 }).toBe(true);
      throwFailure();
    },
    stop: async () => {
      halt.abort();
      await done;
      throwFailure();
      return ids;
    },
  };
}
