import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from '../keys/key-record.js';
import { KEY_SOURCE, type KeySource } from './key-source.js';

/** A key that is revoked stops working after this long on every replica, and at once on the one that revoked it. */
const LIFE_MS = 1_000;
const MOST = 10_000;

/**
 * Keys read lately, so that a busy key costs one read a second, also when it is asked for many times at once. Unknown ids are not kept:
 * they would fill it.
 */
@Injectable()
export class KeyCache {
  private readonly records: LRUCache<string, KeyRecord>;

  constructor(@Inject(KEY_SOURCE) source: KeySource) {
    this.records = new LRUCache({
      max: MOST,
      ttl: LIFE_MS,
      fetchMethod: (id) => source.find(id),
      // Forgotten while it is read, a key is answered to who asked for it, and not kept.
      ignoreFetchAbort: true,
    });
  }

  /** Returns the key of that id, read at most a second ago. */
  find(publicId: string): Promise<KeyRecord | undefined> {
    return this.records.fetch(publicId);
  }

  /** Forgets everything: a key or an account was changed here. */
  clear(): void {
    this.records.clear();
  }
}
