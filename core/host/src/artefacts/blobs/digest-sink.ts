import { createHash } from 'node:crypto';
import type { BlobSink, BlobStore } from './blob-store.js';

/** Bytes being stored, counted and digested as they come. */
export class DigestSink {
  private readonly hash = createHash('sha256');
  private written = 0;

  private constructor(private readonly sink: BlobSink) {}

  static async create(blobs: BlobStore, id: string): Promise<DigestSink> {
    return new DigestSink(await blobs.create(id));
  }

  /** Bytes written so far. */
  get size(): number {
    return this.written;
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    this.hash.update(bytes);
    this.written += bytes.length;
    await this.sink.write(bytes);
  }

  /** Makes the bytes durable and readable; returns how many there are and their sha256, hex. */
  async commit(): Promise<{ readonly size: number; readonly sha256: string }> {
    await this.sink.commit();
    return { size: this.written, sha256: this.hash.digest('hex') };
  }

  /** Drops what was written; does nothing after `commit`. */
  discard(): Promise<void> {
    return this.sink.discard();
  }
}
