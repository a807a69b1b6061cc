import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ProblemError } from '@ostiary/plugin-api';
import type { Request } from 'express';

/** Inflated bytes for each packed byte, at most. JSON of a real request packs at 5 to 20. */
const MOST_RATIO = 100;

/**
 * Refuses a body that says it is too long before a byte of it is looked at.
 * @throws ProblemError `payload_too_large`
 */
export function refuseByLength(request: Request, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * Reads the body up to `limit` bytes, counted after inflating.
 * @throws ProblemError `payload_too_large`, `invalid_request` (broken gzip)
 */
export async function readBody(request: Request, limit: number, gzip: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let packed = 0;
  // Not destroyed when reading stops early: the answer goes over the same socket.
  const source: AsyncIterable<Buffer> = gzip
    ? inflate(request, (bytes) => (packed += bytes))
    : request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      if (gzip && size > packed * MOST_RATIO) throw tooTight(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    // What is still on its way is thrown away as it comes: closing the socket at once would cut off the answer.
    request.unpipe();
    request.resume();
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? brokenGzip() : error;
  }
  return Buffer.concat(chunks, size);
}

function inflate(request: Request, count: (bytes: number) => void): Readable {
  const gunzip = createGunzip();
  request.on('data', (chunk: Buffer) => count(chunk.length));
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
}

function tooTight(limit: number): ProblemError {
  return new ProblemError('payload_too_large', {
    detail: {
      en: 'The body inflates to more than {ratio} bytes for each byte sent.',
      pt: 'O corpo descomprimido tem mais de {ratio} bytes por cada byte enviado.',
    },
    params: { ratio: MOST_RATIO },
    extensions: { limit_bytes: limit },
  });
}

function brokenGzip(): ProblemError {
  return new ProblemError('invalid_request', {
    detail: { en: 'The body is not valid gzip.', pt: 'O corpo não é gzip válido.' },
  });
}
