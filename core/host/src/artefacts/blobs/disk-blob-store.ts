import { constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobDraft, BlobSink, BlobStore, ByteRange, StoredBlob } from './blob-store.js';
import { FileSink } from './file-sink.js';

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

  create(id: string): Promise<BlobSink> {
    return this.begin(id, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
  }

  draft(id: string): Promise<BlobDraft> {
    return this.begin(id, constants.O_RDWR | constants.O_CREAT);
  }

  async draftSize(id: string): Promise<number | null> {
    this.placeOf(id);
    return (await factsOf(join(this.tmp, id)))?.size ?? null;
  }

  async size(id: string): Promise<number | null> {
    return (await factsOf(this.placeOf(id).file))?.size ?? null;
  }

  async path(id: string): Promise<string> {
    return this.placeOf(id).file;
  }

  async open(id: string, range?: ByteRange): Promise<Readable> {
    // Opened before it answers, so that a missing file is an error here and not in the middle of a response.
    const handle = await open(this.placeOf(id).file, 'r');
    return handle.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });
  }

  async remove(id: string): Promise<void> {
    await rm(this.placeOf(id).file, { force: true });
    await rm(join(this.tmp, id), { force: true });
  }

  async *list(): AsyncIterable<StoredBlob> {
    for (const shard of await entriesOf(this.root)) if (shard !== 'tmp') yield* blobsIn(join(this.root, shard));
  }

  drafts(): AsyncIterable<StoredBlob> {
    return blobsIn(this.tmp);
  }

  async sweepUncommitted(before: Date): Promise<void> {
    for await (const { id, modifiedAt } of this.drafts())
      if (modifiedAt < before) await rm(join(this.tmp, id), { force: true });
  }

  private async begin(id: string, flags: number): Promise<FileSink> {
    const { folder, file } = this.placeOf(id);
    await mkdir(this.tmp, { recursive: true, mode: 0o700 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(this.tmp, id);
    const handle = await open(draft, flags, 0o600);
    return new FileSink(handle, { draft, file, folder }, (await handle.stat()).size);
  }

  private placeOf(id: string): { readonly folder: string; readonly file: string } {
    if (!ID.test(id)) throw new Error('not the id of a blob');
    const folder = join(this.root, id.slice(-2));
    return { folder, file: join(folder, id) };
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

async function factsOf(file: string): Promise<{ readonly size: number; readonly modifiedAt: Date } | null> {
  try {
    const { size, mtime } = await stat(file);
    return { size, modifiedAt: mtime };
  } catch (error) {
    if (missing(error)) return null;
    throw error;
  }
}

async function* blobsIn(folder: string): AsyncGenerator<StoredBlob> {
  for (const id of await entriesOf(folder)) {
    const facts = await factsOf(join(folder, id));
    if (facts !== null && ID.test(id)) yield { id, modifiedAt: facts.modifiedAt };
  }
}
