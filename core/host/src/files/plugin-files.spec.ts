import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner, FakeClock, fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskBlobStore } from '../artefacts/blobs/disk-blob-store.js';
import { FileRetention } from './retention.js';
import { PluginFiles } from './plugin-files.js';

let host: TestHost;
let key: TestKey;
let stranger: TestKey;
/** Bytes that an account may have. */
const LIMIT = 20_000;
const TEXT = 'a\nolá\nc\n';
const SHA256 = createHash('sha256').update(TEXT).digest();
const LINES = ['a', 'olá', 'c'];

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withFiles, fixtures.withOtherFiles, fixtures.withUpload],
    env: { OSTIARY_UPLOAD_BYTES: String(LIMIT) },
  });
  [key, stranger] = [await host.createKey(), await host.createKey()];
});
afterAll(() => host.close());

const get = (path: string, headers: Record<string, string> = {}, bearer = key.bearer) =>
  host.http.get(path).set({ Authorization: bearer, ...headers });
const make = async (body: object = {}, of = key): Promise<string> =>
  (
    await host.http
      .post('/v1/exports')
      .set('Authorization', of.bearer)
      .send({ lines: LINES, ...body })
      .expect(201)
  ).body.id as string;
const readsOf = async (id: string): Promise<object[]> => (await get(`/v1/exports/${id}/reads`).expect(200)).body.data;
const folder = (): string => join(host.dataDirectory, 'files');
function stored(): string[] {
  return readdirSync(folder(), { recursive: true, encoding: 'utf8' }).flatMap((path) => path.match(/fil_\w+$/) ?? []);
}
const expire = (id: string, ago = '1 second') =>
  asOwner(host.database).execute(`update core.stored_files set expires_at = now() - interval '${ago}' where id = ?`, [
    id,
  ]);
async function drain(run: AsyncIterable<unknown>): Promise<void> {
  for await (const step of run) void step;
}

describe('a file of an account', () => {
  it('is sent whole as artefacts are, with what the plugin adds', async () => {
    const { status, text, headers } = await get(`/v1/exports/${await make()}`);
    expect([status, text]).toEqual([200, TEXT]);
    expect(headers).toMatchObject({
      etag: `"${SHA256.toString('hex')}"`,
      'repr-digest': `sha-256=:${SHA256.toString('base64')}:`,
      'accept-ranges': 'bytes',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=export.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(Buffer.byteLength(TEXT)),
      'export-kind': 'export',
    });
  });

  it('is sent in part for one range, and for an If-Range that is its ETag', async () => {
    const id = await make();
    const etag = `"${SHA256.toString('hex')}"`;
    const part = await get(`/v1/exports/${id}`, { Range: 'bytes=2-3', 'If-Range': etag });
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 2-3/${Buffer.byteLength(TEXT)}`,
      '2',
    ]);
    expect(part.text).toBe('ol');
    expect((await get(`/v1/exports/${id}`, { Range: 'bytes=2-3', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('is not sent for a range past its end', async () => {
    const id = await make();
    const { status, body, headers } = await get(`/v1/exports/${id}`, { Range: 'bytes=99-' });
    expect([status, body.slug, headers['content-range']]).toEqual([416, 'range_not_satisfiable', 'bytes */9']);
    expect(await readsOf(id)).toEqual([]);
  });

  it('is not sent to who has it, which is no read', async () => {
    const id = await make();
    const etag = `"${SHA256.toString('hex')}"`;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, text, headers } = await get(`/v1/exports/${id}`, { 'If-None-Match': known, Range: 'bytes=0-1' });
      expect([status, text, headers['etag']]).toEqual([304, '', etag]);
    }
    expect(await readsOf(id)).toEqual([]);
    expect((await get(`/v1/exports/${id}`, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('notes who read it, what, and how that ended', async () => {
    const id = await make();
    await get(`/v1/exports/${id}`).expect(200);
    await get(`/v1/exports/${id}`, { Range: 'bytes=1-3' }).expect(206);
    await expect
      .poll(() => readsOf(id))
      .toEqual([
        { key: key.id, range: '1-3', bytes: 3, outcome: 'complete' },
        { key: key.id, range: null, bytes: 9, outcome: 'complete' },
      ]);
    expect((await get('/v1/exports')).body.data[0]).toMatchObject({ id, size: 9, reads: 2 });
  });

  it('is a defect, not half an answer, when its bytes are gone', async () => {
    const id = await make();
    rmSync(join(folder(), id.slice(-2), id));
    const { status, headers } = await get(`/v1/exports/${id}`);
    expect([status, headers['etag']]).toEqual([503, undefined]);
    await expect.poll(() => readsOf(id)).toEqual([{ key: key.id, range: null, bytes: 0, outcome: 'aborted' }]);
  });

  it('is not there for another account, nor another plugin, nor under what is no id; nor are they told apart', async () => {
    const id = await make();
    for (const path of [id, 'fil_01ARZ3NDEKTSV4RRFFQ69G5FAV', '..%2f..%2fetc%2fpasswd'])
      expect((await get(`/v1/exports/${path}`, {}, stranger.bearer)).status).toBe(404);
    expect((await get('/v1/exports', {}, stranger.bearer)).body.data).toEqual([]);
    expect((await host.http.delete(`/v1/exports/${id}`).set('Authorization', stranger.bearer)).status).toBe(404);
    await get(`/v1/exports/${id}`).expect(200);
    expect((await get(`/v1/other-exports/${id}`)).body).toEqual({ found: 0 });
  });

  it('is listed newest first, in pages', async () => {
    const owner = await host.createKey();
    const made = [await make({}, owner), await make({}, owner), await make({}, owner)];
    const first = (await get('/v1/exports?limit=2', {}, owner.bearer)).body;
    const second = (await get(`/v1/exports?limit=2&cursor=${first.next_cursor}`, {}, owner.bearer)).body;
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(made.toReversed());
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('is not there when its transaction is taken back, and its bytes are swept', async () => {
    const before = (await get('/v1/exports?limit=200')).body.data.length as number;
    const there = new Set(stored());
    await host.http
      .post('/v1/exports')
      .set('Authorization', key.bearer)
      .send({ lines: LINES, fails: true })
      .expect(400);
    expect((await get('/v1/exports?limit=200')).body.data).toHaveLength(before);
    const [orphan, ...more] = stored().filter((id) => !there.has(id));
    expect([typeof orphan, more]).toEqual(['string', []]);
    const later = new FakeClock(new Date(Date.now() + 2 * 3_600_000));
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const limits = { artefactRecordDays: 10 };
    const blobs = new DiskBlobStore(folder());
    await drain(new FileRetention(host.database, blobs, later, quiet, { limits }).removeOrphans());
    expect(new Set(stored())).toEqual(there);
  });

  it('ends: not found from the hour it expires, its bytes removed, its record and log some days later', async () => {
    const [old, removed, young] = [await make(), await make(), await make()];
    await get(`/v1/exports/${old}`).expect(200);
    await expire(old);
    await host.http.delete(`/v1/exports/${removed}`).set('Authorization', key.bearer).expect(200);
    for (const id of [old, removed]) {
      await get(`/v1/exports/${id}`).expect(404);
      await host.http.delete(`/v1/exports/${id}`).set('Authorization', key.bearer).expect(404);
    }
    const listed = (await get('/v1/exports?limit=200')).body.data.map(({ id }: { id: string }) => id);
    expect([listed.includes(young), listed.includes(old), listed.includes(removed)]).toEqual([true, false, false]);
    const retention = host.get(FileRetention);
    expect(retention.chores().map(({ name }) => name)).toEqual([
      'core/expired files of plugins',
      'core/records of files of plugins',
      'core/orphaned files of plugins',
    ]);
    await drain(retention.removeExpired());
    expect([old, removed, young].map((id) => stored().includes(id))).toEqual([false, false, true]);
    const files = host.get(PluginFiles).of('with-files');
    const reads = () => files.reads(key.accountId, old, { after: null, limit: 5 });
    expect(await reads()).toHaveLength(1);
    await expire(old, '400 days');
    await drain(retention.dropRecords());
    expect(await reads()).toEqual([]);
    await get(`/v1/exports/${young}`).expect(200);
  });

  it('goes with its account', async () => {
    const owner = await host.createKey();
    const id = await make({}, owner);
    await get(`/v1/exports/${id}`, {}, owner.bearer).expect(200);
    await host.admin.eraseAccount(owner.accountId);
    const left = await asOwner(host.database).execute<object[]>('select id from core.stored_files where id = ?', [id]);
    expect(left).toEqual([]);
  });
});

describe('the bytes of an account', () => {
  const openUpload = (size: number, of: TestKey) =>
    host.http
      .post('/v1/uploads')
      .set('Authorization', of.bearer)
      .send({ purpose: 'words', media_type: 'text/plain', size, sha256: 'a'.repeat(64) });
  const tryMake = (bytes: number, of: TestKey) =>
    host.http
      .post('/v1/exports')
      .set('Authorization', of.bearer)
      .send({ lines: ['x'.repeat(bytes - 1)] });

  it('are those of its uploads and of the files kept for it together, and nothing stays of what finds no room', async () => {
    const owner = await host.createKey();
    const made = await tryMake(400, owner).expect(201);
    expect((await openUpload(LIMIT - 399, owner)).body.slug).toBe('upload_quota');
    await openUpload(LIMIT - 600, owner).expect(201);
    const before = stored();
    const refused = await tryMake(201, owner);
    expect([refused.status, refused.body.slug]).toEqual([400, 'upload_quota']);
    expect(stored()).toEqual(before);
    await tryMake(200, owner).expect(201);
    // What expired takes no room, and another account has its own.
    await expire(made.body.id as string);
    await tryMake(400, owner).expect(201);
    await tryMake(400, await host.createKey()).expect(201);
  });

  it('end a file as soon as it has more than there is room for', async () => {
    const { accountId } = await host.createKey();
    let taken = 0;
    async function* chunks() {
      for (; taken < 10; taken += 1) yield 'x'.repeat(LIMIT);
    }
    const file = { account: accountId, kind: 'x', name: 'x', mediaType: 'text/plain', expiresAt: null };
    const refused = host.get(PluginFiles).of('with-files').store(file, chunks());
    await expect(refused).rejects.toMatchObject({ slug: 'upload_quota' });
    expect(taken).toBe(1);
  });

  it('find the last room once, however many ask at once', async () => {
    const owner = await host.createKey();
    const before = new Set(stored());
    const answers = await Promise.all(Array.from({ length: 6 }, () => tryMake(LIMIT / 2 - 1, owner)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.slug as string))).toEqual(
      new Set(['upload_quota']),
    );
    // What went before may still be cleared away: only what is new is counted.
    await expect.poll(() => stored().filter((name) => !before.has(name))).toHaveLength(2);
  });
});

describe('a file of the deployment', () => {
  const publish = async (text: string): Promise<void> => {
    const { status } = await fetch(`${host.url}/v1/tariff`, {
      method: 'POST',
      headers: { Authorization: key.bearer, 'Content-Type': 'application/octet-stream' },
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(status).toBe(201);
  };

  it('is stored as it comes, and sent whole to every account where its route lists nothing else', async () => {
    expect((await get('/v1/tariff')).body.slug).toBe('not_published');
    await publish('old');
    await publish('n,1\n');
    for (const { bearer } of [key, stranger]) {
      const { status, text, headers } = await get('/v1/tariff', { Range: 'bytes=0-0' }, bearer);
      expect([status, text, headers['content-type']]).toEqual([200, 'n,1\n', 'text/csv']);
      const again = await get('/v1/tariff', { 'If-None-Match': headers['etag'] ?? '' }, bearer);
      expect([again.status, again.text]).toEqual([200, 'n,1\n']);
      expect((await get('/v1/tariff', { Range: 'bytes=99-' }, bearer)).status).toBe(200);
    }
    const files = host.get(PluginFiles).of('with-files');
    const [newest] = await files.list(null, { after: null, limit: 1 });
    const reads = await files.reads(null, newest?.id ?? '', { after: null, limit: 100 });
    expect(new Set(reads.map(({ keyId }) => keyId))).toEqual(new Set([key.id, stranger.id]));
    expect(reads).toHaveLength(6);
    expect(await files.list(key.accountId, { kind: 'tariff', after: null, limit: 9 })).toEqual([]);
  });

  it('outlives the accounts that read it, whose reads go', async () => {
    await publish('kept');
    const reader = await host.createKey();
    await get('/v1/tariff', {}, reader.bearer).expect(200);
    await host.admin.eraseAccount(reader.accountId);
    expect((await get('/v1/tariff')).text).toBe('kept');
  });

  it('is refused beyond its size, and nothing of it stays', async () => {
    const there = stored();
    const tooMuch = (async function* (): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 40; n += 1) yield Buffer.alloc(1_000);
    })();
    const files = host.get(PluginFiles).of('with-files');
    const file = { account: null, kind: 'tariff', name: 't', mediaType: 'text/csv', expiresAt: null, maxBytes: 20_000 };
    await expect(files.store(file, tooMuch)).rejects.toMatchObject({ slug: 'payload_too_large' });
    expect([stored(), readdirSync(join(folder(), 'tmp'))]).toEqual([there, []]);
  });
});

describe('what cannot be kept', () => {
  it.each([
    ['a kind that is no word', { kind: 'No Word' }, 'at kind'],
    ['no name', { name: '' }, 'at name'],
    ['a media type that is more than a header field', { mediaType: 'text/csv\r\nSet-Cookie: a=b' }, 'at mediaType'],
    ['no account that is there', { account: 'acc_none' }, 'foreign key'],
    ['an account that is empty', { account: '' }, 'at account'],
  ])('%s is an error', async (_, wrong, said) => {
    const files = host.get(PluginFiles).of('with-files');
    const file = { account: null, kind: 'a', name: 'a', mediaType: 'text/csv', expiresAt: null, ...wrong };
    await expect(files.store(file, 'a')).rejects.toThrow(said);
  });

  it('what is within no open transaction, or in one of another account', async () => {
    const files = host.get(PluginFiles).of('with-files');
    const file = { account: key.accountId, kind: 'a', name: 'a', mediaType: 'text/csv', expiresAt: null };
    await expect(files.store(file, 'a', host.database.asHost())).rejects.toThrow('open transaction');
    const foreign = host.database.forAccount(stranger.accountId).transactional((tx) => files.store(file, 'a', tx));
    await expect(foreign).rejects.toThrow('row-level security');
  });
});
