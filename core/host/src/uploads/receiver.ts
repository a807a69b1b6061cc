import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import type { BlobDraft, BlobStore } from '../artefacts/blobs/blob-store.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import type { Upload } from './entities/upload.js';
import { recognises, startOf } from './recognise.js';
import { UploadStore } from './store.js';
import { UPLOAD_BLOBS } from './upload-blobs.js';
import { LeaseLost, WriterLease } from './writer-lease.js';

/** The body of a request that brings bytes of an upload. */
export interface Sent {
  /** The bytes as they come; rejects when the caller goes away. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Of the body, hex; null when the caller does not say. */
  readonly sha256: string | null;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
}

/** Positions of bytes in the file, both included. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * Writes the bytes of uploads. How many are here is what the file says, so that the process may die at any moment; whether they
 * are the right ones is what the digest of the whole file says. See docs/adr/0110.
 */
@Injectable()
export class Receiver {
  constructor(
    @Inject(UploadStore) private readonly store: UploadStore,
    @Inject(UPLOAD_BLOBS) private readonly blobs: BlobStore,
    @Inject(PLUGIN_REGISTRY) private readonly registry: Pick<PluginRegistry, 'purposes'>,
  ) {}

  /** Bytes that are here. */
  async received(upload: Upload): Promise<number> {
    return upload.completedAt === null ? ((await this.blobs.draftSize(upload.id)) ?? 0) : upload.size;
  }

  /** The upload as it is; completed, when the process that moved its bytes into their place died before it said so. */
  async settled(upload: Upload): Promise<Upload> {
    if (upload.completedAt !== null || (await this.blobs.size(upload.id)) !== upload.size) return upload;
    await this.store.complete(upload);
    return (await this.store.find(upload.accountId, upload.id)) ?? upload;
  }

  /**
   * Whether a body is, byte for byte, what a complete upload holds at a stretch.
   * @throws ProblemError `payload_too_large`
   */
  async holds(upload: Upload, stretch: Stretch, sent: Sent): Promise<boolean> {
    const body = createHash('sha256');
    const length = await this.consume(sent, stretch, async (chunk) => void body.update(chunk));
    const here = await digestOf(await this.blobs.open(upload.id, stretch));
    return length === stretch.last - stretch.first + 1 && body.digest('hex') === here;
  }

  /**
   * Takes the bytes of a stretch of an open upload; the last ones complete it.
   * @param whole the body is the whole file: what was here before is dropped
   * @returns false, with nothing taken, when the upload is not open any more
   * @throws ProblemError `upload_busy`, `offset_mismatch`, `payload_too_large`, `checksum_mismatch`, `content_not_recognised`
   */
  async take(upload: Upload, stretch: Stretch, whole: boolean, sent: Sent): Promise<boolean> {
    const lease = await WriterLease.take(this.store, upload, sent.isGone);
    if (lease === 'closed') return false;
    if (lease === 'busy') throw busy();
    try {
      const draft = await this.blobs.draft(upload.id);
      try {
        if (whole) await draft.cut(0);
        if (draft.size !== stretch.first)
          throw new ProblemError('offset_mismatch', {
            params: { received: draft.size },
            extensions: { received: draft.size },
          });
        await this.fill(draft, upload, stretch, sent, lease);
        return true;
      } finally {
        await draft.leave();
      }
    } catch (error) {
      throw error instanceof LeaseLost ? busy() : error;
    } finally {
      await lease.release();
    }
  }

  private async fill(
    draft: BlobDraft,
    upload: Upload,
    stretch: Stretch,
    sent: Sent,
    lease: WriterLease,
  ): Promise<void> {
    const body = createHash('sha256');
    const length = await this.consume(sent, stretch, async (chunk) => {
      await lease.hold();
      body.update(chunk);
      const before = draft.size;
      await draft.write(chunk);
      const start = startOf(upload.size);
      if (before < start && draft.size >= start) await this.recognise(draft, upload);
    }).catch(async (error: unknown) => {
      // A body longer than declared cannot be the declared file, so none of it is kept. Of a caller who went away every byte is kept.
      if (error instanceof ProblemError && error.slug === 'payload_too_large') await draft.cut(stretch.first);
      throw error;
    });
    const bodySha256 = body.digest('hex');
    if (length !== stretch.last - stretch.first + 1 || (sent.sha256 !== null && sent.sha256 !== bodySha256))
      throw await startAgain(draft, 'checksum_mismatch');
    if (draft.size !== upload.size) return;
    await lease.hold();
    const sha256 = stretch.first === 0 ? bodySha256 : await digestOf(draft.read());
    if (sha256 !== upload.sha256) throw await startAgain(draft, 'checksum_mismatch');
    await lease.hold();
    await draft.commit();
    await this.store.complete(upload);
  }

  private async recognise(draft: BlobDraft, { purpose, size }: Upload): Promise<void> {
    const declared = this.registry.purposes.get(purpose);
    if (!(await recognises(declared, size, (range) => draft.read(range))))
      throw await startAgain(draft, 'content_not_recognised');
  }

  /** Hands on each piece of a body as it comes; returns how many bytes there were. */
  private async consume(
    { bytes }: Sent,
    { first, last }: Stretch,
    use: (chunk: Uint8Array) => Promise<void>,
  ): Promise<number> {
    const limit = last - first + 1;
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > limit)
        throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
      await use(chunk);
    }
    return length;
  }
}

async function startAgain(
  draft: BlobDraft,
  slug: 'checksum_mismatch' | 'content_not_recognised',
): Promise<ProblemError> {
  await draft.cut(0);
  return new ProblemError(slug, { extensions: { received: 0 } });
}

function busy(): ProblemError {
  return new ProblemError('upload_busy', { headers: { 'Retry-After': '5' } });
}

async function digestOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
