import { request } from 'node:http';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../tools/testing/random.js';

let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode],
    env: { OSTIARY_STREAMS_PER_JOB: '2', OSTIARY_STREAMS_PER_KEY: '3' },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

interface Event {
  readonly id: number;
  readonly event: string;
  readonly data: { readonly seq: number; readonly type: string; readonly job_id: string; readonly status: string };
}

interface Reading {
  /** Whole events read. */
  readonly events: readonly Event[];
  /** The server closed the stream. */
  readonly ended: boolean;
  readonly text: string;
  readonly status: number;
}

/** Reads a stream until the server closes it, or cuts it after `bytes`. */
function read(
  path: string,
  options: { readonly bytes?: number; readonly headers?: Record<string, string>; readonly bearer?: string } = {},
): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, host.url),
      { headers: { Authorization: options.bearer ?? key.bearer, ...options.headers } },
      (response) => {
        let text = '';
        const done = (ended: boolean): void =>
          resolve({ events: eventsOf(text), ended, text, status: response.statusCode ?? 0 });
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
          if (options.bytes !== undefined && text.length >= options.bytes) {
            text = text.slice(0, options.bytes);
            done(false);
            call.destroy();
          }
        });
        response.on('end', () => done(true));
        response.on('error', () => undefined);
      },
    );
    call.on('error', (error) => {
      if (!call.destroyed) reject(error);
    });
    call.end();
  });
}

/** What a browser's EventSource would have taken: only frames that an empty line ended. */
function eventsOf(text: string): Event[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((frame) => {
      const fields = new Map(
        frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const id = fields.get('id');
      return id === undefined
        ? []
        : [
            {
              id: Number(id),
              event: fields.get('event') ?? '',
              data: JSON.parse(fields.get('data') ?? '') as Event['data'],
            },
          ];
    });
}

const submit = async (body: object): Promise<string> =>
  (
    await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'respond-async' })
      .send({ mode: 'busy', ...body })
  ).body.id as string;
const cancel = (id: string) => host.http.delete(`/v1/solves/${id}`).set('Authorization', key.bearer);
const numbers = (events: readonly Event[]): number[] => events.map(({ id }) => id);
const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

describe('the event stream', () => {
  it('GET /v1/solves/{id}/events 200 live, in order, the last event last, then closed', async () => {
    const id = await submit({ do: 'progress', n: 30 });
    const { events, ended, text } = await read(`/v1/solves/${id}/events`);
    expect(ended).toBe(true);
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
    expect(numbers(events)).toEqual(upTo(events.length));
    expect(events.map(({ event }) => event)).toEqual(events.map(({ data }) => data.type));
    expect(events.at(0)?.event).toBe('job.queued');
    expect(events.at(1)?.event).toBe('job.started');
    expect(events.at(-1)?.event).toBe('job.succeeded');
    expect(events.filter(({ event }) => event === 'busy.step')).toHaveLength(30);
    expect(new Set(events.map(({ data }) => data.job_id))).toEqual(new Set([id]));
  });

  it('GET /v1/solves/{id}/events 200 of a job that has ended: replayed and closed', async () => {
    const id = await submit({ do: 'artefact', text: 'x' });
    const live = await read(`/v1/solves/${id}/events`);
    const replay = await read(`/v1/solves/${id}/events`);
    expect(replay.events).toEqual(live.events);
    expect(replay.events.map(({ event }) => event)).toEqual([
      'job.queued',
      'job.started',
      'artifact.created',
      'job.succeeded',
    ]);
    const rest = await read(`/v1/solves/${id}/events`, { headers: { 'Last-Event-ID': '2' } });
    expect(numbers(rest.events)).toEqual([3, 4]);
    expect(numbers((await read(`/v1/solves/${id}/events?after=3`)).events)).toEqual([4]);
    expect(
      numbers((await read(`/v1/solves/${id}/events?after=1`, { headers: { 'Last-Event-ID': '3' } })).events),
    ).toEqual([4]);
    for (const beyond of ['4', '999'])
      expect(await read(`/v1/solves/${id}/events?after=${beyond}`)).toMatchObject({ events: [], ended: true });
    for (const odd of ['-1', 'x', '1.5', ''])
      expect(numbers((await read(`/v1/solves/${id}/events?after=${odd}`)).events)).toEqual([1, 2, 3, 4]);
  });

  it('GET /v1/solves/{id}/events 200 cut 200 times at random bytes and resumed: no gap, no repeat', async () => {
    const random = seededRandom(3);
    const id = await submit({ do: 'progress', n: 300 });
    const seen: Event[] = [];
    let cuts = 0;
    for (let ended = false; !ended;) {
      const last = seen.at(-1)?.id;
      const part = await read(`/v1/solves/${id}/events`, {
        bytes: 20 + random(400),
        headers: last === undefined ? {} : { 'Last-Event-ID': String(last) },
      });
      // The one before may hold its slot until the server has seen it go.
      if (part.status === 429) continue;
      expect(part.status).toBe(200);
      seen.push(...part.events);
      ({ ended } = part);
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(200);
    expect(numbers(seen)).toEqual(upTo(seen.length));
    expect(seen.at(-1)?.event).toBe('job.succeeded');
  });

  it('GET /v1/solves/{id}/events 200 to two readers alike', async () => {
    const id = await submit({ do: 'progress', n: 20 });
    const [one, two] = await Promise.all([read(`/v1/solves/${id}/events`), read(`/v1/solves/${id}/events`)]);
    expect(one.events).toEqual(two.events);
  });

  it('GET /v1/solves/{id}/events 401 without a key', async () => {
    expect((await host.http.get('/v1/solves/slv_01ARZ3NDEKTSV4RRFFQ69G5FAV/events')).status).toBe(401);
  });

  it("GET /v1/solves/{id}/events 404 for an unknown job, a malformed id and another account's", async () => {
    const stranger = await host.createKey();
    const id = await submit({ do: 'answer' });
    for (const path of ['slv_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'nope', id]) {
      expect((await host.http.get(`/v1/solves/${path}/events`).set('Authorization', stranger.bearer)).status).toBe(404);
    }
  });

  it('GET /v1/solves/{id}/events 429 over the streams of the job, and of the key; a closed one makes room', async () => {
    const [a, b] = [await submit({ do: 'sleep', n: 60_000 }), await submit({ do: 'sleep', n: 60_000 })];
    const calls = [a, a, b].map((id) =>
      request(new URL(`/v1/solves/${id}/events`, host.url), { headers: { Authorization: key.bearer } }),
    );
    await Promise.all(
      calls.map(
        (call) =>
          new Promise((resolve, reject) => {
            call.on('response', resolve).on('error', reject).end();
          }),
      ),
    );
    const other = await host.createKey({ accountId: key.accountId });
    const open = (id: string, bearer: string) => host.http.get(`/v1/solves/${id}/events`).set('Authorization', bearer);
    const refused = await open(a, other.bearer);
    expect(refused.status).toBe(429);
    expect(refused.body.slug).toBe('too_many_streams');
    expect((await open(b, key.bearer)).status).toBe(429);
    for (const call of calls) {
      call.on('error', () => undefined);
      call.destroy();
    }
    await cancel(a);
    await cancel(b);
    await expect.poll(async () => (await open(a, key.bearer)).status).toBe(200);
  });
});
