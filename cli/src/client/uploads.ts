import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Progress } from '../show/progress.js';
import { OpenUploads } from './open-uploads.js';
import { answered, type Schemas, type Service } from './service.js';
import { ServiceError } from './service-error.js';

export type Upload = Schemas['Upload'];

/** Bytes sent in one request at most: what a broken line costs. */
const PART = 4 * 1024 * 1024;

/** A file whose bytes do not arrive as they are is sent so often. */
const STARTS = 3;

interface Wish {
  readonly name: string;
  readonly purpose: string;
  readonly mediaType: string;
  readonly onProgress: (progress: Progress) => void;
}

/** Sends a file, from where an earlier try was broken off. */
export async function uploadFile(service: Service, { name, purpose, mediaType, onProgress }: Wish): Promise<Upload> {
  const file = await open(name);
  try {
    const { size, sha256 } = await measure(file);
    const of = [service.url, purpose, mediaType, size, sha256].join(' ');
    const begun = new OpenUploads();
    const kept = begun.find(of);
    const upload =
      (kept !== undefined && (await stateOf(service, kept, size))) ||
      (await answered(
        service.api.POST('/v1/uploads', {
          body: { purpose, size, sha256, media_type: mediaType, file_name: basename(name) },
        }),
      ));
    begun.keep(of, upload.id);
    const whole = await sendParts(service, upload, file, onProgress);
    begun.forget(of);
    return whole;
  } finally {
    await file.close();
  }
}

/** What is there of an upload; null when it is there no more. */
async function stateOf({ api }: Service, id: string, size: number): Promise<Upload | null> {
  try {
    return await answered(
      api.PUT('/v1/uploads/{upload_id}/content', {
        params: { path: { upload_id: id }, header: { 'Content-Range': `bytes */${size}` } },
      }),
    );
  } catch (error) {
    if (error instanceof ServiceError && error.problem.slug === 'upload_unknown') return null;
    throw error;
  }
}

async function sendParts(
  service: Service,
  begun: Upload,
  file: FileHandle,
  onProgress: (progress: Progress) => void,
): Promise<Upload> {
  let upload = begun;
  for (let starts = upload.received === 0 ? 1 : 0; !upload.complete;) {
    onProgress({ done: upload.received, total: upload.size });
    const part = Buffer.alloc(Math.min(PART, upload.part_max_bytes, upload.size - upload.received));
    await file.read(part, 0, part.length, upload.received);
    try {
      upload = await sendPart(service, upload, part);
    } catch (error) {
      const received = error instanceof ServiceError ? goOnFrom(error) : null;
      if (received === null || (received === 0 && starts >= STARTS)) throw error;
      if (received === 0) starts += 1;
      upload = { ...upload, received };
    }
  }
  return upload;
}

function sendPart({ api }: Service, { id, received, size }: Upload, part: Buffer): Promise<Upload> {
  const digest = createHash('sha256').update(part).digest('base64');
  return answered(
    api.PUT('/v1/uploads/{upload_id}/content', {
      params: {
        path: { upload_id: id },
        header: {
          'Content-Range': `bytes ${received}-${received + part.length - 1}/${size}`,
          'Content-Digest': `sha-256=:${digest}:`,
        },
      },
      headers: { 'Content-Type': 'application/octet-stream' },
      // The contract says of bytes that they are a text.
      body: part as unknown as string,
      bodySerializer: (body) => body,
    }),
  );
}

/** Where to go on after a part was not taken: the service has another number of bytes than was thought. */
function goOnFrom({ problem }: ServiceError): number | null {
  const { slug, received } = problem as typeof problem & { readonly received?: number };
  return ['offset_mismatch', 'checksum_mismatch'].includes(slug) && received !== undefined ? received : null;
}

async function measure(file: FileHandle): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    const bytes = chunk as Buffer;
    hash.update(bytes);
    size += bytes.length;
  }
  return { size, sha256: hash.digest('hex') };
}
