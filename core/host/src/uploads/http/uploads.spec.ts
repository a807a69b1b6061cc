import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { askForForeign, fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../storage/statement.js';

let host: TestHost;
let key: TestKey;
let stranger: TestKey;
const NO_SUCH = 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const TEXT = Buffer.from(`WORDS\n${'one two three\n'.repeat(500)}`);

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withUpload],
    env: { OSTIARY_OPEN_UPLOADS: '3', OSTIARY_UPLOAD_BYTES: '400000000' },
  });
  [key, stranger] = [await host.createKey(), await host.createKey()];
});
afterAll(() => host.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const digest = (bytes: Uint8Array): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const open = (body: object, bearer = key.bearer) =>
  host.http.post('/v1/uploads').set('Authorization', bearer).send(body);
const declared = (bytes: Uint8Array, more: object = {}) => ({
  purpose: 'words',
  media_type: 'text/plain',
  size: bytes.length,
  sha256: sha256(bytes),
  ...more,
});
/** A new upload of an account of its own, so that no test takes another's room. */
async function opened(bytes: Uint8Array = TEXT, more: object = {}) {
  const owner = await host.createKey();
  const { status, body } = await open(declared(bytes, more), owner.bearer);
  expect(status).toBe(201);
  const id = body.id as string;
  const put = (content: Uint8Array | string, headers: Record<string, string> = {}, bearer = owner.bearer) =>
    host.http
      .put(`/v1/uploads/${id}/content`)
      .set({ Authorization: bearer, 'Content-Type': 'application/octet-stream', ...headers })
      .send(content);
  const part = (first: number, last: number, headers: Record<string, string> = {}, from: Uint8Array = bytes) =>
    put(from.subarray(first, last + 1), { 'Content-Range': `bytes ${first}-${last}/${bytes.length}`, ...headers });
  const ask = () => put('', { 'Content-Range': `bytes */${bytes.length}` });
  return { id, owner, put, part, ask };
}
const placeOf = (id: string): string => join(host.dataDirectory, 'uploads', id.slice(-2), id);
const expire = (id: string) =>
  statement(host.database.asHost(), `update core.uploads set expires_at = now() - interval '1 s' where id = $1`, [id]);

describe('opening an upload', () => {
  it('POST /v1/uploads 201 with where its bytes go, and until when', async () => {
    const { status, body } = await open(
      declared(TEXT, { media_type: 'Text/Plain; charset=utf-8', file_name: 'olá.txt' }),
      stranger.bearer,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'upload',
      purpose: 'words',
      media_type: 'text/plain',
      file_name: 'olá.txt',
      status: 'open',
      complete: false,
      size: TEXT.length,
      received: 0,
      sha256: sha256(TEXT),
      content_path: `/v1/uploads/${body.id}/content`,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(86_400_000);
  });

  it.each([
    [{ purpose: 'films' }, '/purpose', 'unknown_purpose'],
    [{ media_type: 'image/png' }, '/media_type', 'media_type_not_taken'],
    [{ size: 0 }, '/size', 'out_of_range'],
    [{ size: 1.5 }, '/size', 'invalid_type'],
    [{ sha256: 'ab' }, '/sha256', 'invalid_format'],
    [{ sha256: undefined }, '/sha256', 'required'],
    [{ file_name: 'a\0b' }, '/file_name', 'invalid_value'],
    [{ name: 'x' }, '/name', 'unknown_field'],
  ])('POST /v1/uploads 400 for %j', async (more, pointer, slug) => {
    const { status, body } = await open(declared(TEXT, more));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer, slug })]]);
  });

  it('POST /v1/uploads 400 for a purpose nobody declared names those there are', async () => {
    const { body } = await open(declared(TEXT, { purpose: 'films' }));
    expect(body.errors[0].detail).toContain('bytes, words');
  });

  it('POST /v1/uploads 400 when the account has too many open, however many ask at once', async () => {
    const owner = await host.createKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(declared(TEXT), owner.bearer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect([refused.status, refused.body.slug]).toEqual([400, 'upload_quota']);
    // Another account has its own room, and an expired one takes none.
    expect((await open(declared(TEXT), stranger.bearer)).status).toBe(201);
    for (const { body } of answers) if (body.id) await expire(body.id);
    expect((await open(declared(TEXT), owner.bearer)).status).toBe(201);
  });

  it('POST /v1/uploads 400 when the account has too many bytes', async () => {
    const owner = await host.createKey();
    const large = declared(TEXT, { size: 250_000_000 });
    expect((await open(large, owner.bearer)).status).toBe(201);
    expect((await open(large, owner.bearer)).body.slug).toBe('upload_quota');
    expect((await open(declared(TEXT, { size: 150_000_000 }), owner.bearer)).status).toBe(201);
  });

  it('POST /v1/uploads 401 without a key', async () => {
    expect((await host.http.post('/v1/uploads').send(declared(TEXT))).status).toBe(401);
  });

  it('POST /v1/uploads 413 for a file larger than its purpose takes', async () => {
    const { status, body } = await open(declared(TEXT, { purpose: 'bytes', size: 1_001 }));
    expect(body).toMatchObject({ slug: 'payload_too_large', limit_bytes: 1_000 });
    expect(status).toBe(413);
  });
});

describe('sending the bytes of an upload', () => {
  it('PUT /v1/uploads/{upload_id}/content 200 whole, and again', async () => {
    const { id, put } = await opened();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await put(TEXT, { 'Content-Digest': digest(TEXT) });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, status: 'complete', complete: true, received: TEXT.length });
    }
    expect(readFileSync(placeOf(id)).equals(TEXT)).toBe(true);
    expect(existsSync(join(host.dataDirectory, 'uploads', 'tmp', id))).toBe(false);
  });

  it('PUT /v1/uploads/{upload_id}/content 200 in parts, the offset asked between them', async () => {
    const { id, part, ask } = await opened();
    const last = TEXT.length - 1;
    for (const [from, to] of [
      [0, 99],
      [100, 4_999],
      [5_000, last],
    ] as const) {
      expect((await ask()).body).toMatchObject({ received: from, complete: false });
      expect((await part(from, to)).body).toMatchObject({ received: to + 1, complete: to === last });
    }
    expect((await ask()).body).toMatchObject({ received: TEXT.length, complete: true });
    expect(readFileSync(placeOf(id)).equals(TEXT)).toBe(true);
    // Parts that are here already.
    expect((await part(100, 4_999)).status).toBe(200);
    expect((await part(5_000, last)).status).toBe(200);
  });

  it('PUT /v1/uploads/{upload_id}/content 200 whole after a part of it', async () => {
    const { id, part, put } = await opened();
    await part(0, 99);
    expect((await put(TEXT)).body).toMatchObject({ complete: true });
    expect(readFileSync(placeOf(id)).equals(TEXT)).toBe(true);
  });

  it('PUT /v1/uploads/{upload_id}/content 200 when it was whole and the process died before it said so', async () => {
    const { id, put, ask } = await opened();
    await put(TEXT);
    await statement(host.database.asHost(), 'update core.uploads set completed_at = null where id = $1', [id]);
    expect((await ask()).body).toMatchObject({ complete: true, received: TEXT.length });
  });

  it("PUT /v1/uploads/{upload_id}/content 400 for an unknown upload, a malformed id, an expired one and another account's", async () => {
    const { id, owner, put } = await opened();
    const { foreign, unknown } = await askForForeign(
      host,
      'put',
      (upload) => `/v1/uploads/${upload}/content`,
      id,
      NO_SUCH,
      stranger,
    );
    expect(foreign).toEqual(unknown);
    for (const [path, bearer] of [
      [id, stranger.bearer],
      [NO_SUCH, owner.bearer],
      ['nope', owner.bearer],
      ['..%2f..%2fetc%2fpasswd', owner.bearer],
      ['%00', owner.bearer],
    ] as const) {
      const { status, body } = await host.http
        .put(`/v1/uploads/${path}/content`)
        .set('Authorization', bearer)
        .send('x');
      expect([status, body.slug]).toEqual([400, 'upload_unknown']);
    }
    expect((await put(TEXT)).status).toBe(200);
    await expire(id);
    expect((await put(TEXT)).body.slug).toBe('upload_unknown');
  });

  it('PUT /v1/uploads/{upload_id}/content 400 for a part that is not the next one', async () => {
    const { part } = await opened();
    expect((await part(100, 199)).body).toMatchObject({ status: 400, slug: 'offset_mismatch', received: 0 });
    await part(0, 99);
    expect((await part(0, 99)).body).toMatchObject({ slug: 'offset_mismatch', received: 100 });
    expect((await part(101, 199)).body).toMatchObject({ slug: 'offset_mismatch', received: 100 });
    expect((await part(100, 199)).body).toMatchObject({ received: 200 });
  });

  it.each([
    'bytes 0-99/100',
    'bytes 99-0/SIZE',
    'bytes 0-SIZE/SIZE',
    'bytes 0-99',
    'lines 0-99/SIZE',
    'bytes */*',
    'bytes -5/SIZE',
  ])('PUT /v1/uploads/{upload_id}/content 400 for Content-Range %s', async (range) => {
    const { put } = await opened();
    const { status, body } = await put(TEXT.subarray(0, 100), {
      'Content-Range': range.replaceAll('SIZE', String(TEXT.length)),
    });
    expect([status, body.slug, body.errors[0].parameter]).toEqual([400, 'invalid_request', 'Content-Range']);
  });

  it('PUT /v1/uploads/{upload_id}/content 400 for a question with a body, and a digest that is none', async () => {
    const { put } = await opened();
    const asked = await put('x', { 'Content-Range': `bytes */${TEXT.length}` });
    expect([asked.status, asked.body.slug]).toEqual([400, 'invalid_request']);
    const told = await put(TEXT, { 'Content-Digest': 'sha-256=:abc=:' });
    expect([told.status, told.body.errors[0].parameter]).toEqual([400, 'Content-Digest']);
  });

  it('PUT /v1/uploads/{upload_id}/content 400 for fewer bytes or others than were said, and from the beginning again', async () => {
    const { put, part, ask } = await opened();
    const other = Buffer.from(TEXT);
    other[TEXT.length - 1] = 65;
    for (const send of [
      () => put(TEXT.subarray(0, 100)),
      () => put(other),
      () => put(TEXT, { 'Content-Digest': digest(other) }),
      () => part(0, 99, { 'Content-Digest': digest(other) }),
      () => part(0, TEXT.length - 1, {}, other),
    ]) {
      const { status, body } = await send();
      expect([status, body.slug, body.received]).toEqual([400, 'checksum_mismatch', 0]);
      expect((await ask()).body.received).toBe(0);
    }
    // The digest of the whole is taken over what lies on the disk, also of parts that came before.
    await part(0, 4_999, {}, other);
    await part(5_000, TEXT.length - 2);
    const { body } = await part(TEXT.length - 1, TEXT.length - 1, {}, other);
    expect(body).toMatchObject({ slug: 'checksum_mismatch', received: 0 });
    expect((await put(TEXT)).body.complete).toBe(true);
  });

  it('PUT /v1/uploads/{upload_id}/content 400 for other bytes when it is complete', async () => {
    const { put, part, id } = await opened();
    await put(TEXT);
    const other = Buffer.from(TEXT);
    other[50] = 65;
    for (const { status, body } of [await put(other), await put(TEXT.subarray(1)), await part(0, 99, {}, other)])
      expect([status, body.slug]).toEqual([400, 'upload_complete']);
    expect(readFileSync(placeOf(id)).equals(TEXT)).toBe(true);
  });

  it('PUT /v1/uploads/{upload_id}/content 400 for what is not a file of its purpose, as soon as that shows', async () => {
    const wrong = Buffer.from('%PDF-1.7 '.repeat(2_000));
    const { part, put, ask } = await opened(wrong);
    expect((await put(wrong)).body).toMatchObject({ status: 400, slug: 'content_not_recognised', received: 0 });
    expect((await part(0, 4_094)).body).toMatchObject({ received: 4_095 });
    expect((await part(4_095, 4_099)).body).toMatchObject({ slug: 'content_not_recognised', received: 0 });
    expect((await ask()).body).toMatchObject({ received: 0 });
  });

  it('PUT /v1/uploads/{upload_id}/content 400 while another request sends; it takes over from one that has died', async () => {
    const { id, put } = await opened();
    const hold = (until: string) =>
      statement(
        host.database.asHost(),
        `update core.uploads set writer = 'wri_other', writer_until = statement_timestamp() + $2::interval where id = $1`,
        [id, until],
      );
    await hold('1 hour');
    const refused = await put(TEXT);
    expect([refused.status, refused.body.slug, refused.headers['retry-after']]).toEqual([400, 'upload_busy', '5']);
    await hold('500 ms');
    expect((await put(TEXT)).body).toMatchObject({ complete: true });
  });

  it('PUT /v1/uploads/{upload_id}/content 401 without a key', async () => {
    const { id } = await opened();
    expect((await host.http.put(`/v1/uploads/${id}/content`).send('x')).status).toBe(401);
  });

  it('PUT /v1/uploads/{upload_id}/content 413 for more bytes than were said, and the connection is closed', async () => {
    const { id, owner, part, put, ask } = await opened();
    const { status, body, headers } = await put(Buffer.concat([TEXT, Buffer.from('x')]));
    expect([status, body.slug, headers.connection]).toEqual([413, 'payload_too_large', 'close']);
    // Without a Content-Length it shows only on the way.
    const chunked = await sendChunked(id, owner, TEXT, Buffer.from('x'));
    expect(chunked).toEqual({ status: 413, connection: 'close' });
    expect((await ask()).body.received).toBe(0);
    await part(0, 99);
    const more = await put(TEXT.subarray(100, 202), { 'Content-Range': `bytes 100-200/${TEXT.length}` });
    expect(more.status).toBe(413);
    expect((await ask()).body.received).toBe(100);
  });

  it('PUT /v1/uploads/{upload_id}/content 413 for a part larger than a part may be', async () => {
    const { id, owner } = await opened(TEXT, { size: 200_000_000 });
    const { status, body } = await host.http
      .put(`/v1/uploads/${id}/content`)
      .set({ Authorization: owner.bearer, 'Content-Range': 'bytes 0-80000000/200000000' })
      .send('x');
    expect([status, body.limit_bytes]).toEqual([413, 64 * 1024 * 1024]);
  });

  it('keeps what came before the caller went away, and goes on from there', async () => {
    const bytes = Buffer.concat([Buffer.from('WORDS\n'), randomBytes(300_000)]);
    const { id, owner, ask, part } = await opened(bytes);
    const half = bytes.subarray(0, 150_000);
    await new Promise<void>((resolve) => {
      const call = request(new URL(`/v1/uploads/${id}/content`, host.url), {
        method: 'PUT',
        headers: { Authorization: owner.bearer, 'Content-Length': bytes.length },
      });
      call.on('error', () => resolve());
      call.write(half);
      const poll = setInterval(() => {
        void ask().then(({ body }) => {
          if (body.received !== half.length) return;
          clearInterval(poll);
          call.destroy();
        });
      }, 50);
    });
    expect((await ask()).body).toMatchObject({ received: half.length, complete: false });
    expect((await part(half.length, bytes.length - 1)).body).toMatchObject({ complete: true });
    expect(readFileSync(placeOf(id)).equals(bytes)).toBe(true);
  });

  it('never lets two requests write at once: of many, the file is one of theirs', async () => {
    const { id, put, part } = await opened();
    const answers = await Promise.all([put(TEXT), put(TEXT), part(0, 99), put(TEXT), part(100, 199)]);
    expect(answers.some(({ body }) => body.complete === true)).toBe(true);
    expect(readFileSync(placeOf(id)).equals(TEXT)).toBe(true);
    expect(readdirSync(join(host.dataDirectory, 'uploads', 'tmp'))).not.toContain(id);
  });
});

function sendChunked(id: string, owner: TestKey, ...pieces: readonly Buffer[]) {
  return new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const call = request(
      new URL(`/v1/uploads/${id}/content`, host.url),
      { method: 'PUT', headers: { Authorization: owner.bearer, 'Transfer-Encoding': 'chunked' } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode, connection: response.headers.connection });
      },
    );
    call.on('error', reject);
    for (const piece of pieces) call.write(piece);
    call.end();
  });
}
