// Embedded only: a body is read before anything is stored.
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from './read.js';

let host: TestHost;
let key: TestKey;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withController] });
  key = await host.createKey();
});
afterAll(() => host.close());

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request as it goes over the wire; with a Content-Length unless the headers say it is sent in chunks. */
async function send(body: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const bytes = Buffer.from(body);
  const length = headers['transfer-encoding'] ? {} : { 'content-length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${host.url}/v1/things`,
      {
        method: 'POST',
        headers: { authorization: key.bearer, 'content-type': 'application/json', ...length, ...headers },
      },
      (response) => {
        text(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 0,
              body: JSON.parse(content) as Answer['body'],
            }),
          reject,
        );
      },
    );
    request.on('error', reject);
    for (let at = 0; at < bytes.length; at += 65_536) request.write(bytes.subarray(at, at + 65_536));
    request.end();
  });
}

const CHUNKED = { 'transfer-encoding': 'chunked' };
const GZIP = { 'content-encoding': 'gzip' };
const TEN_MB = Buffer.alloc(10_000_000, '[');

describe('the size of a body', () => {
  it('is refused from Content-Length, before a byte is read', async () => {
    const { body } = await send(TEN_MB);
    expect(body).toMatchObject({ status: 413, slug: 'payload_too_large', limit_bytes: 1_024 });
  });

  it('is refused at the limit while it streams, and the server goes on', async () => {
    expect(await send(TEN_MB, CHUNKED)).toMatchObject({ status: 413, body: { limit_bytes: 1_024 } });
    expect((await send('{"name":"a"}', CHUNKED)).status).toBe(201);
  });

  it('is refused with an answer, not a reset, where the connection is to end with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      expect((await send(TEN_MB, { connection: 'close' })).status).toBe(413);
      expect((await send(TEN_MB, { connection: 'close', ...CHUNKED })).status).toBe(413);
      expect((await send(TEN_MB, { connection: 'close', authorization: 'Bearer wrong' })).status).toBe(401);
    }
  });

  it('counts after inflating', async () => {
    const small = gzipSync(Buffer.from('{"name":"packed"}'));
    expect((await send(small, GZIP)).body['name']).toBe('packed');
    const bomb = gzipSync(Buffer.alloc(100_000, ' '));
    expect(bomb.length).toBeLessThan(1_024);
    expect((await send(bomb, GZIP)).body).toMatchObject({ status: 413, limit_bytes: 1_024 });
    expect(await send(bomb, { ...GZIP, ...CHUNKED })).toMatchObject({ status: 413 });
  });

  it('says when a body of a size that is taken is packed tighter than any real one', async () => {
    const tight = Readable.from([gzipSync(Buffer.alloc(500_000, ' '))]) as Request;
    await expect(readBody(tight, 1_000_000, true)).rejects.toMatchObject({
      slug: 'payload_too_large',
      options: {
        detail: { en: expect.stringContaining('{ratio} bytes for each byte sent') as string },
        params: { ratio: 100 },
      },
    });
  });

  it('refuses broken gzip, other encodings and other media types', async () => {
    expect((await send(randomBytes(100), GZIP)).body).toMatchObject({ status: 400, slug: 'invalid_request' });
    expect((await send(gzipSync('{"name":"a"}').subarray(0, 20), GZIP)).body).toMatchObject({
      status: 400,
      slug: 'invalid_request',
    });
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { 'content-encoding': 'br' },
      { 'content-encoding': 'gzip, gzip' },
      { 'content-type': 'text/json' },
      { 'content-type': 'application/json; charset=latin1' },
    ];
    for (const headers of wrong) {
      expect((await send('{"name":"a"}', headers)).body).toMatchObject({ status: 400, slug: 'unsupported_media_type' });
    }
    expect((await send('{"name":"a"}', { 'content-type': 'application/json; charset="UTF-8"' })).status).toBe(201);
  });

  it('is read although the client expects something that nobody knows', async () => {
    expect((await send('{"name":"a"}', { expect: '200-maybe' })).status).toBe(201);
  });

  it('a missing body is a missing body', async () => {
    const { body } = await host.http.post('/v1/things').set('Authorization', key.bearer);
    expect(body).toMatchObject({ status: 400, slug: 'invalid_request', errors: [{ pointer: '', slug: 'required' }] });
    expect((await host.http.post('/v1/things/small')).status).toBe(200);
  });
});
