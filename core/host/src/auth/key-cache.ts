import { Inject, Injectable } from '@nestjs/common';
import { type Database, DATABASE } from '../storage/database.js';
import { findKey, type KeyRecord } from '../keys/key-record.js';

/** A key that is revoked stops working after this long on every replica, and at once on the one that revoked it. */
const LIFE_MS = 1_000;
const MOST = 10_000;

/** Keys read lately, so that a busy key costs one read a second. Unknown ids are not kept: they would fill it. */
@Injectable()
export class KeyCache {
  readonly #entries = new Map<string, { readonly record: KeyRecord; readonly readAt: number }>();

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find(publicId: string): Promise<KeyRecord | undefined> {
    // The monotonic clock: a wall clock set back must not lengthen the life of an entry.
    const now = performance.now();
    const entry = this.#entries.get(publicId);
    if (entry && now - entry.readAt < LIFE_MS) return entry.record;
    const record = await findKey(this.database.asHost(), publicId);
    this.#entries.delete(publicId);
    if (record) {
      if (this.#entries.size >= MOST) this.#dropOldest();
      this.#entries.set(publicId, { record, readAt: now });
    }
    return record;
  }

  /** Forgets everything: a key or an account was changed here. */
  clear(): void {
    this.#entries.clear();
  }

  #dropOldest(): void {
    // A Map keeps the order of insertion, and an entry read again is inserted again.
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
