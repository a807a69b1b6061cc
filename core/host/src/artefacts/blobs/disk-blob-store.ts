import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobSink, BlobStore, ByteRange, StoredBlob } from './blob-store.js';

const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Blobs as files: `<root>/<last two characters of the id>/<id>`, written in `<root>/tmp`, made durable by fsync of the file, a rename,
 * and fsync of the folder. A crash at any point leaves a whole file or one in `tmp`.
 */
export class DiskBlobStore implements BlobStore {
  private readonly tmp: string;

  constructor(private readonly root: string) {
    this.tmp = join(root, 'tmp');
  }

  async create(id: string): Promise<BlobSink> {
    const { folder, file } = this.placeOf(id);
    await mkdir(this.tmp, { recursive: true, mode: 0o700 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(this.tmp, id);
    return new FileSink(await open(draft, 'wx', 0o600), draft, file, folder);
  }

  async open(id: string, range?: ByteRange): Promise<Readable> {
    // Opened before it answers, so that a missing file is an error here and not in the middle of a response.
    const handle = await open(this.placeOf(id).file, 'r');
    return handle.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });
  }

  async remove(id: string): Promise<void> {
    await rm(this.placeOf(id).file, { force: true });
  }

  async *list(): AsyncIterable<StoredBlob> {
    for (const shard of await entriesOf(this.root)) {
      if (shard === 'tmp') continue;
      for (const id of await entriesOf(join(this.root, shard))) {
        const modifiedAt = await modified(join(this.root, shard, id));
        if (modifiedAt !== null && ID.test(id)) yield { id, modifiedAt };
      }
    }
  }

  async sweepUncommitted(before: Date): Promise<void> {
    for (const name of await entriesOf(this.tmp)) {
      const draft = join(this.tmp, name);
      const modifiedAt = await modified(draft);
      if (modifiedAt !== null && modifiedAt < before) await rm(draft, { force: true });
    }
  }

  private placeOf(id: string): { readonly folder: string; readonly file: string } {
    if (!ID.test(id)) throw new Error('not the id of a blob');
    const folder = join(this.root, id.slice(-2));
    return { folder, file: join(folder, id) };
  }
}

class FileSink implements BlobSink {
  private done = false;

  constructor(
    private readonly handle: FileHandle,
    private readonly draft: string,
    private readonly file: string,
    private readonly folder: string,
  ) {}

  async write(chunk: Uint8Array): Promise<void> {
    let at = 0;
    while (at < chunk.length) at += (await this.handle.write(chunk, at)).bytesWritten;
  }

  async commit(): Promise<void> {
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.file);
    this.done = true;
    await syncFolder(this.folder);
  }

  async discard(): Promise<void> {
    if (this.done) return;
    this.done = true;
    await this.handle.close();
    await rm(this.draft, { force: true });
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

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (missing(error)) return [];
    throw error;
  }
}

async function modified(file: string): Promise<Date | null> {
  try {
    return (await stat(file)).mtime;
  } catch (error) {
    if (missing(error)) return null;
    throw error;
  }
}
