import type { Readable } from 'node:stream';

/** Bytes being stored under an id. Nothing can be read before `commit`. */
export interface BlobSink {
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the bytes durable and readable. */
  commit(): Promise<void>;
  /** Drops what was written; does nothing after `commit`. */
  discard(): Promise<void>;
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

/** Where the bytes of artefacts are kept. Ids are ours, never a user's. */
export interface BlobStore {
  create(id: string): Promise<BlobSink>;
  /** Rejects when there is no such blob. */
  open(id: string, range?: ByteRange): Promise<Readable>;
  /** No error when it is gone already. */
  remove(id: string): Promise<void>;
  /** Every committed blob. */
  list(): AsyncIterable<StoredBlob>;
  /** Removes what was begun before `before` and never committed. */
  sweepUncommitted(before: Date): Promise<void>;
}

/** Injection token of `BlobStore`. */
export const BLOB_STORE = Symbol('ostiary.blob_store');
