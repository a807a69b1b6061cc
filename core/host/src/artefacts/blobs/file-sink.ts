import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BlobDraft, ByteRange } from './blob-store.js';

interface Places {
  /** Where the bytes are written. */
  readonly draft: string;
  /** Where they are in the end, in `folder`. */
  readonly file: string;
  readonly folder: string;
}

/** Bytes written into a file that is moved to its place once it is whole and durable. */
export class FileSink implements BlobDraft {
  private done = false;

  constructor(
    private readonly handle: FileHandle,
    private readonly places: Places,
    private written: number,
  ) {}

  get size(): number {
    return this.written;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const { bytesWritten } = await this.handle.write(chunk, at, chunk.length - at, this.written);
      at += bytesWritten;
      this.written += bytesWritten;
    }
  }

  read(range: ByteRange = { first: 0, last: this.written - 1 }): Readable {
    return this.handle.createReadStream({ start: range.first, end: range.last, autoClose: false });
  }

  async cut(size: number): Promise<void> {
    await this.handle.truncate(size);
    this.written = size;
  }

  async commit(): Promise<void> {
    const { draft, file, folder } = this.places;
    await this.handle.sync();
    await this.handle.close();
    await rename(draft, file);
    this.done = true;
    await syncFolder(folder);
  }

  async leave(): Promise<void> {
    if (this.done) return;
    this.done = true;
    await this.handle.close();
  }

  async discard(): Promise<void> {
    if (this.done) return;
    await this.leave();
    await rm(this.places.draft, { force: true });
  }
}

/** Windows cannot open a folder; its file systems journal the rename themselves. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
