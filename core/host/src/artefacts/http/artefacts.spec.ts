import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
let stranger: TestKey;
const NO_SUCH = 'art_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const TEXT = 'a,b\n1,olá\n';

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withBusyMode, fixtures.withMode] });
  [key, stranger] = [await host.createKey(), await host.createKey()];
});
afterAll(() => host.close());

const get = (path: string, headers: Record<string, string> = {}, bearer = key.bearer) =>
  host.http.get(path).set({ Authorization: bearer, ...headers });
const submit = async (body: object): Promise<{ id: string; status: string }> =>
  (
    await host.http
      .post('/v1/solves')
      .set({ Authorization: key.bearer, Prefer: 'wait=10' })
      .send({ mode: 'busy', ...body })
  ).body;
const make = async (body: object = {}): Promise<{ id: string; job: string }> => {
  const { id: job } = await submit({ do: 'artefact', text: TEXT, ...body });
  const { body: list } = await get(`/v1/solves/${job}/artifacts`);
  return { id: list.data[0].id, job };
};
const expire = (id: string) =>
  statement(host.database.asHost(), `update core.artefacts set expires_at = now() - interval '1 s' where id = $1`, [
    id,
  ]);

describe('the artefacts of a job', () => {
  it('GET /v1/solves/{job_id}/artifacts 200 with what it made, expired ones too', async () => {
    const { id, job } = await make({ name: 'relatório.csv' });
    const { status, body } = await get(`/v1/solves/${job}/artifacts`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      object: 'artifact',
      id,
      solve_id: job,
      kind: 'log',
      name: 'relatório.csv',
      media_type: 'text/plain; charset=utf-8',
      status: 'available',
      size: Buffer.byteLength(TEXT),
      sha256: createHash('sha256').update(TEXT).digest('hex'),
    });
    await expire(id);
    expect((await get(`/v1/solves/${job}/artifacts`)).body.data[0]).toMatchObject({ id, status: 'expired' });
  });

  it('GET /v1/solves/{job_id}/artifacts 200 with nothing for a job that made none or left it half made', async () => {
    for (const told of ['answer', 'leave_artefact']) {
      const { id } = await submit({ do: told, text: 'x' });
      expect((await get(`/v1/solves/${id}/artifacts`)).body).toMatchObject({ data: [], has_more: false });
    }
    expect(readdirSync(join(host.dataDirectory, 'artefacts', 'tmp'))).toEqual([]);
  });

  it('GET /v1/solves/{job_id}/artifacts 401 without a key', async () => {
    expect((await host.http.get('/v1/solves/slv_01ARZ3NDEKTSV4RRFFQ69G5FAV/artifacts')).status).toBe(401);
  });

  it("GET /v1/solves/{job_id}/artifacts 404 for an unknown job, a malformed id and another account's", async () => {
    const { job } = await make();
    for (const id of ['slv_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'nope', job])
      expect((await get(`/v1/solves/${id}/artifacts`, {}, stranger.bearer)).status).toBe(404);
  });
});

describe('downloading an artefact', () => {
  it('GET /v1/artifacts/{id} 200 whole, with digests, as a download that no browser runs', async () => {
    const { id } = await make({ name: 'a "b".html' });
    const { status, headers, text } = await get(`/v1/artifacts/${id}`);
    expect(status).toBe(200);
    expect(text).toBe(TEXT);
    const sha256 = createHash('sha256').update(TEXT).digest();
    expect(headers).toMatchObject({
      etag: `"${sha256.toString('hex')}"`,
      'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="a \\"b\\".html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(Buffer.byteLength(TEXT)),
      'cache-control': 'no-store',
    });
  });

  it('GET /v1/artifacts/{id} 200 with a signature that the keys of GET /v1/version verify', async () => {
    const { id, job } = await make();
    const { headers } = await get(`/v1/artifacts/${id}`);
    const { kid = '', sig = '' } =
      /^kid=(?<kid>[\w-]+);sig=:(?<sig>[^:]+):$/.exec(headers['artifact-signature'] ?? '')?.groups ?? {};
    const keys = (await get('/v1/version')).body.artifact_keys as { kid: string }[];
    const publicKey = createPublicKey({ key: keys.find((one) => one.kid === kid) as JsonWebKey, format: 'jwk' });
    const holds = (text: string): boolean => verify(null, Buffer.from(text), publicKey, Buffer.from(sig, 'base64'));
    const sha256 = createHash('sha256').update(TEXT).digest('hex');
    expect(holds(`artifact/${id}/${sha256}`)).toBe(true);
    expect(holds(`artifact/${NO_SUCH}/${sha256}`)).toBe(false);
    const [listed] = (await get(`/v1/solves/${job}/artifacts`)).body.data;
    expect(listed.signature).toEqual({ alg: 'Ed25519', kid, value: sig });
  });

  it('GET /v1/artifacts/{id} 200 whole for several ranges, one that cannot be, and an If-Range that does not match', async () => {
    const { id } = await make();
    for (const headers of [
      { Range: 'bytes=0-1,3-4' },
      { Range: 'bytes=999-' },
      { Range: 'lines=1-2' },
      { Range: 'bytes=0-1', 'If-Range': '"other"' },
    ]) {
      const { status, text } = await get(`/v1/artifacts/${id}`, headers as Record<string, string>);
      expect([status, text]).toEqual([200, TEXT]);
    }
  });

  it('GET /v1/artifacts/{id} 200 for an empty one', async () => {
    const { id } = await make({ text: '' });
    const { status, headers } = await get(`/v1/artifacts/${id}`, { Range: 'bytes=0-' });
    expect([status, headers['content-length']]).toEqual([200, '0']);
  });

  it('GET /v1/artifacts/{id} 206 with the range asked for', async () => {
    const { id } = await make();
    const {
      headers: { etag = '' },
    } = await get(`/v1/artifacts/${id}`);
    const size = Buffer.byteLength(TEXT);
    for (const [range, slice, place] of [
      ['bytes=0-2', TEXT.slice(0, 3), `0-2`],
      ['bytes=-1', '\n', `${size - 1}-${size - 1}`],
      ['bytes=4-', TEXT.slice(4), `4-${size - 1}`],
    ] as const) {
      const { status, text, headers } = await get(`/v1/artifacts/${id}`, { Range: range, 'If-Range': etag });
      expect([status, text, headers['content-range']]).toEqual([206, slice, `bytes ${place}/${size}`]);
    }
  });

  it('GET /v1/artifacts/{id} 401 without a key', async () => {
    expect((await host.http.get(`/v1/artifacts/${NO_SUCH}`)).status).toBe(401);
  });

  it('GET /v1/artifacts/{id} 403 without the grant of the mode, or the one its kind names', async () => {
    const [plain, detailed] = [await make(), await make({ kind: 'witness' })];
    const withGrants = async (...grants: string[]): Promise<string> =>
      (await host.createKey({ accountId: key.accountId, grants })).bearer;
    const [none, mode, both] = [
      await withGrants('echo', 'busy_details'),
      await withGrants('busy'),
      await withGrants('busy', 'busy_details'),
    ];
    const status = async (id: string, bearer: string): Promise<number> =>
      (await get(`/v1/artifacts/${id}`, {}, bearer)).status;
    expect(await Promise.all([none, mode, both].map((bearer) => status(plain.id, bearer)))).toEqual([403, 200, 200]);
    expect(await Promise.all([none, mode, both].map((bearer) => status(detailed.id, bearer)))).toEqual([403, 403, 200]);
    expect((await get(`/v1/artifacts/${detailed.id}`, {}, mode)).body).toMatchObject({
      slug: 'missing_grant',
      required_grants: ['busy_details'],
    });
  });

  it('GET /v1/artifacts/{id} 403 when the plugin that made it is not enabled, and says so', async () => {
    const { id } = await make();
    await statement(host.database.asHost(), `update core.artefacts set needs_grants = '{gone}' where id = $1`, [id]);
    const { status, body } = await get(`/v1/artifacts/${id}`);
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({
        slug: 'missing_grant',
        detail: 'The file was made by a plugin that is not enabled here. It can be read again when the plugin is.',
      }),
    ]);
  });

  it('GET /v1/artifacts/{id} 403 for a suspended account', async () => {
    const { id } = await make();
    await statement(host.database.asHost(), `update core.accounts set status = 'suspended' where id = $1`, [
      key.accountId,
    ]);
    const fresh = await host.createKey({ accountId: key.accountId });
    const { status, body } = await get(`/v1/artifacts/${id}`, {}, fresh.bearer);
    await statement(host.database.asHost(), `update core.accounts set status = 'active' where id = $1`, [
      key.accountId,
    ]);
    key = await host.createKey({ accountId: key.accountId });
    expect([status, body.slug]).toEqual([403, 'account_suspended']);
  });

  it("GET /v1/artifacts/{id} 404 for an unknown one, a malformed id and another account's", async () => {
    const { id } = await make();
    for (const path of [NO_SUCH, 'nope', '..%2f..%2fetc%2fpasswd', id])
      expect((await get(`/v1/artifacts/${path}`, {}, stranger.bearer)).status).toBe(404);
  });

  it('GET /v1/artifacts/{id} 410 after its retention; the log of its reads stays', async () => {
    const { id } = await make();
    await get(`/v1/artifacts/${id}`).expect(200);
    await expire(id);
    const { status, body } = await get(`/v1/artifacts/${id}`);
    expect([status, body.slug]).toEqual([410, 'artifact_expired']);
    expect(body.expired_at).toMatch(/Z$/);
    expect((await get(`/v1/artifacts/${id}/access`)).body.data).toHaveLength(1);
  });

  it('is a defect, not half an answer, when the bytes are gone from the store', async () => {
    const { id } = await make();
    rmSync(join(host.dataDirectory, 'artefacts', id.slice(-2), id));
    const { status } = await get(`/v1/artifacts/${id}`);
    expect(status).toBe(503);
    await expect.poll(async () => (await get(`/v1/artifacts/${id}/access`)).body.data[0].outcome).toBe('aborted');
  });
});

describe('who has read an artefact', () => {
  it('GET /v1/artifacts/{id}/access 200 newest first, in pages, with range and bytes', async () => {
    const { id } = await make();
    await get(`/v1/artifacts/${id}`, { 'User-Agent': 'first' }).expect(200);
    await get(`/v1/artifacts/${id}`, { Range: 'bytes=1-3', 'User-Agent': 'second' }).expect(206);
    const reads = async (): Promise<unknown[]> => (await get(`/v1/artifacts/${id}/access`)).body.data;
    await expect.poll(reads).toEqual([
      expect.objectContaining({
        key_id: key.id,
        user_agent: 'second',
        range: '1-3',
        bytes_sent: 3,
        outcome: 'complete',
        ip_prefix: '127.0.0.0/24',
      }),
      expect.objectContaining({
        key_id: key.id,
        user_agent: 'first',
        range: null,
        bytes_sent: Buffer.byteLength(TEXT),
        outcome: 'complete',
      }),
    ]);
    const first = await get(`/v1/artifacts/${id}/access?limit=1`);
    expect(first.body).toMatchObject({ has_more: true, data: [{ user_agent: 'second' }] });
    const second = await get(`/v1/artifacts/${id}/access?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null, data: [{ user_agent: 'first' }] });
  });

  it('GET /v1/artifacts/{id}/access 200 tells a reader that went away', async () => {
    const { id: job } = await submit({ do: 'big', n: 6 * 1024 * 1024 });
    const { body } = await get(`/v1/solves/${job}`);
    const id = body.result_artifact_id as string;
    await new Promise<void>((resolve) => {
      const call = request(
        new URL(`/v1/artifacts/${id}`, host.url),
        { headers: { Authorization: key.bearer } },
        (response) => {
          response.once('data', () => {
            call.destroy();
            resolve();
          });
          response.on('error', () => undefined);
        },
      );
      call.on('error', () => undefined).end();
    });
    await expect.poll(async () => (await get(`/v1/artifacts/${id}/access`)).body.data[0].outcome).toBe('aborted');
  });

  it('GET /v1/artifacts/{id}/access 401 without a key', async () => {
    expect((await host.http.get(`/v1/artifacts/${NO_SUCH}/access`)).status).toBe(401);
  });

  it("GET /v1/artifacts/{id}/access 404 for an unknown one, a malformed id and another account's", async () => {
    const { id } = await make();
    for (const path of [NO_SUCH, 'nope', id])
      expect((await get(`/v1/artifacts/${path}/access`, {}, stranger.bearer)).status).toBe(404);
  });
});
