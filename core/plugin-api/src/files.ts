import type { Readable } from 'node:stream';
import type { ListPosition } from './lists.js';
import type { Transaction } from './transaction.js';

/** A file to be kept. */
export interface NewFile {
  /** Whose it is: it is erased with the account. Null: of the deployment, for all accounts. */
  readonly account: string | null;
  /** What it is, in a word of the plugin's own: [a-z][a-z0-9_]*. Lists can be asked for one kind. */
  readonly kind: string;
  /** Name it is downloaded under, 1 to 255 characters. */
  readonly name: string;
  /** As it is sent in `Content-Type`. */
  readonly mediaType: string;
  /** From then on it is not found any more; null: kept until it is removed. */
  readonly expiresAt: Date | null;
  /** Most bytes it may have; any number when absent. */
  readonly maxBytes?: number;
}

/** A file that the service keeps for a plugin. Its bytes never change. */
export interface StoredFile extends Omit<NewFile, 'maxBytes'> {
  /** `fil_` and a ULID. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  readonly createdAt: Date;
  /** Reads begun by `send`. */
  readonly readCount: number;
}

/** One read of a file by a caller. */
export interface FileRead {
  readonly id: string;
  readonly at: Date;
  readonly keyId: string;
  readonly keyName: string;
  /** The network the request came from: /24 of IPv4, /48 of IPv6. */
  readonly ipPrefix: string;
  readonly userAgent: string | null;
  /** The byte range that was answered, e.g. `0-99`; null: the whole. */
  readonly range: string | null;
  readonly bytesSent: number;
  /** `started` that stays so: the process died while it sent. */
  readonly outcome: 'started' | 'complete' | 'aborted';
}

/** A page of what is listed newest first. */
export interface FilesPage {
  /** Where the page before ended, as `Services.lists` reads it from a cursor; null for the first one. */
  readonly after: ListPosition | null;
  /** Most entries that are given back: one more than a page has, for `Services.lists`. */
  readonly limit: number;
}

/**
 * Files that the service keeps for a plugin: exports, bundles, what is too large for a table. Each plugin sees its own alone. A file
 * of an account is found for that account and no other.
 */
export interface Files {
  /**
   * Keeps a file. Its bytes are written as they come, with their digest, and are durable before the file is there.
   * @param within the transaction that the file is there with, or not at all, begun for the file's account, or as the host for a
   * file of the deployment; one that lasts longer than an hour loses the bytes. Absent: the file is there when this resolves.
   * @throws ProblemError `payload_too_large` beyond `maxBytes`, `upload_quota` when the account has no room; and what `content` throws. Nothing is kept then
   * @throws Error for a file that cannot be described so
   */
  store(
    file: NewFile,
    content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
    within?: Transaction,
  ): Promise<StoredFile>;
  /** Returns a file of the account, or with null one of the deployment. Null: there is none, it has expired, or it is another's. */
  find(account: string | null, id: string): Promise<StoredFile | null>;
  /** Returns files of the account, or with null those of the deployment, newest first by (`createdAt`, `id`). */
  list(account: string | null, page: FilesPage & { readonly kind?: string }): Promise<readonly StoredFile[]>;
  /** Returns its bytes, or those from `first` to `last`, both counted from 0 and both included. Nobody's read is noted. */
  open(file: StoredFile, range?: { readonly first: number; readonly last: number }): Promise<Readable>;
  /**
   * Removes a file: it is not found any more, and its bytes go within minutes. What is being sent is sent to its end.
   * @param within as for `store`
   * @returns false when there is none
   */
  remove(account: string | null, id: string, within?: Transaction): Promise<boolean>;
  /** Returns who read a file, newest first by (`at`, `id`). The log outlives the file by some days, as that of artefacts does. */
  reads(account: string | null, id: string, page: FilesPage): Promise<readonly FileRead[]>;
  /**
   * Answers a request with a file, as artefacts are sent: `ETag` (the sha256), `Repr-Digest`, `Content-Disposition`, and the read
   * noted before the first byte leaves. What the route lists among its answers is done: 206 for one byte range (`Range`, `If-Range`),
   * 416 with `range_not_satisfiable` for one past the end, 304 for whoever has it (`If-None-Match`; no read is noted). What it does
   * not list is answered with 200 and the whole. Resolves when the answer has ended.
   * @param request what the method was given by `@Req()`, of a caller with a key
   * @param response what it was given by `@Res()`
   * @param options `headers`: further header fields of the answer
   * @throws Error when the bytes are gone, or nobody is known to read them; nothing has been sent then
   */
  send(
    request: object,
    response: object,
    file: StoredFile,
    options?: { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<void>;
}
