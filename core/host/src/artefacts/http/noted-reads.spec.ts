import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statement } from '../../storage/statement.js';
import { Downloads } from '../downloads.js';

let host: TestHost;
let key: TestKey;
/** A file that no socket holds whole. */
let id: string;
let size: number;
const lines: string[] = [];

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withBusyMode], log: (line) => lines.push(line) });
  key = await host.createKey();
  const { body } = await host.http
    .post('/v1/solves')
    .set({ Authorization: key.bearer, Prefer: 'wait=10' })
    .send({ mode: 'busy', do: 'big', n: 6 * 1024 * 1024 });
  id = body.result_artifact_id;
  ({ size } = (await get(`/v1/solves/${body.id}/artifacts`)).body.data[0]);
});
afterAll(() => host.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  host.http.get(path).set({ Authorization: key.bearer, ...headers });

interface Read {
  readonly id: string;
  readonly range: string | null;
  readonly bytes_sent: number;
  readonly outcome: string;
}

/** What is noted from now on, once none of it is under way. */
async function notedBy(act: () => Promise<unknown>): Promise<readonly Read[]> {
  const all = async (): Promise<readonly Read[]> => (await get(`/v1/artifacts/${id}/access?limit=200`)).body.data;
  const counted = async (): Promise<number> => {
    const rows = await statement<{ read_count: number }>(
      host.database.asHost(),
      'select read_count from core.artefacts where id = $1',
      [id],
    );
    return rows[0]?.read_count ?? 0;
  };
  const [before, countBefore] = [new Set((await all()).map((read) => read.id)), await counted()];
  await act();
  await expect.poll(async () => (await all()).filter(({ outcome }) => outcome === 'started')).toEqual([]);
  const noted = (await all()).filter((read) => !before.has(read.id));
  expect((await counted()) - countBefore).toBe(noted.length);
  return noted;
}

function ask(method: 'GET' | 'HEAD'): ClientRequest {
  const call = request(new URL(`/v1/artifacts/${id}`, host.url), {
    method,
    headers: { Authorization: key.bearer },
    agent: false,
  });
  return call.on('error', () => undefined).end();
}

describe('a read is noted', () => {
  it('once for each request, ranges at the same time too', async () => {
    const ranges = Array.from({ length: 8 }, (_, n) => `${n * 1000}-${n * 1000 + 499}`);
    const noted = await notedBy(() =>
      Promise.all([
        ...ranges.map((range) =>
          get(`/v1/artifacts/${id}`, { Range: `bytes=${range}` })
            .responseType('blob')
            .expect(206),
        ),
        get(`/v1/artifacts/${id}`).expect(200),
      ]),
    );
    expect(noted.map(({ range, bytes_sent, outcome }) => [range, bytes_sent, outcome])).toEqual(
      expect.arrayContaining([...ranges.map((range) => [range, 500, 'complete']), [null, size, 'complete']]),
    );
    expect(noted).toHaveLength(9);
  });

  it('once when the reader hangs up in the middle, with less than the whole', async () => {
    const noted = await notedBy(async () => {
      const call = ask('GET');
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.on('error', () => undefined);
      await once(response, 'data');
      call.destroy();
    });
    expect(noted).toMatchObject([{ outcome: 'aborted' }]);
    expect(noted[0]?.bytes_sent).toBeGreaterThan(0);
    expect(noted[0]?.bytes_sent).toBeLessThan(size);
  });

  it('once when the reader has gone before the first byte, and that is no fault of the service', async () => {
    const begin = Object.getOwnPropertyDescriptor(Downloads.prototype, 'begin')?.value as Downloads['begin'];
    let call: ClientRequest | undefined;
    vi.spyOn(Downloads.prototype, 'begin').mockImplementationOnce(async function left(this: Downloads, ...given) {
      const noted = await begin.apply(this, given);
      call?.destroy();
      // Were this too short to be heard of, the file would be begun and broken off: it is noted alike.
      await sleep(100);
      return noted;
    });
    const noted = await notedBy(async () => {
      const asked = ask('GET');
      call = asked;
      await new Promise((resolve) => asked.once('close', resolve));
    });
    vi.restoreAllMocks();
    expect(noted).toMatchObject([{ outcome: 'aborted', bytes_sent: 0 }]);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('not at all where no byte is sent: HEAD, what is refused, and what is not there', async () => {
    const noted = await notedBy(async () => {
      const call = ask('HEAD');
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      expect([response.statusCode, response.headers['content-length']]).toEqual([200, String(size)]);
      expect(response.headers['repr-digest']).toMatch(/^sha-256=:/);
      response.resume();
      await once(response, 'end');
      await host.http.get(`/v1/artifacts/${id}`).expect(401);
      const other = await host.createKey({ accountId: key.accountId, grants: [] });
      await host.http.get(`/v1/artifacts/${id}`).set('Authorization', other.bearer).expect(403);
    });
    expect(noted).toEqual([]);
  });
});
