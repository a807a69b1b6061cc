import type { Readable } from 'node:stream';

/** Bytes being stored under an id. Nothing can be read before `commit`. */
export interface BlobSink {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the bytes durable and readable. */
  commit(): Promise<void>;
  /** Drops what was written; does nothing after `commit`. */
  discard(): Promise<void>;
}

/** Bytes that arrive in several requests: what was written stays when the sink is left, and when its process dies. */
export interface BlobDraft extends BlobSink {
  /** Bytes that are there. */
  readonly size: number;
  /** The bytes from the first on. */
  read(range?: ByteRange): Readable;
  /** Keeps the first `size` bytes. */
  cut(size: number): Promise<void>;
  /** Lets go of the draft; it can be opened again. Does nothing after `commit` or `discard`. */
  leave(): Promise<void>;
}

/** Inclusive byte positions. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredBlob {
  readonly id: string;
  readonly modifiedAt: Date;
}

/** Where the bytes of artefacts and uploads are kept. Ids are ours, never a user's. */
export interface BlobStore {
  create(id: string): Promise<BlobSink>;
  /** Begins a draft, or goes on with one. The caller sees to it that nobody else does. */
  draft(id: string): Promise<BlobDraft>;
  /** Bytes of a draft; null when there is none. */
  draftSize(id: string): Promise<number | null>;
  /** Bytes of a committed blob; null when there is none. */
  size(id: string): Promise<number | null>;
  /** Where a committed blob can be read as a file of this machine. */
  path(id: string): Promise<string>;
  /** Rejects when there is no such blob. */
  open(id: string, range?: ByteRange): Promise<Readable>;
  /** Removes it, and its draft. No error when it is gone already. */
  remove(id: string): Promise<void>;
  /** Every committed blob. */
  list(): AsyncIterable<StoredBlob>;
  /** Every blob that was begun and never committed. */
  drafts(): AsyncIterable<StoredBlob>;
  /** Removes what was begun before `before` and never committed. */
  sweepUncommitted(before: Date): Promise<void>;
}

/** Injection token of `BlobStore`. */
export const BLOB_STORE = Symbol('ostiary.blob_store');
