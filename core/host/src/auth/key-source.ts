import type { Audit } from '@ostiary/plugin-api';
import { findKey, type KeyRecord, noteUse, rehash } from '../keys/key-record.js';
import type { Database } from '../storage/database.js';

/** Injection token of `KeySource`. */
export const KEY_SOURCE = Symbol('ostiary.key_source');

/** Where keys are kept. */
export interface KeySource {
  /** Finds a key by the part of its text that is no secret. */
  find(publicId: string): Promise<KeyRecord | undefined>;
  /** Notes that a key was used. */
  noteUse(key: KeyRecord, now: Date): Promise<void>;
  /** Keeps a key under another pepper from now on, and records that where there is a record. */
  rehash(key: KeyRecord, to: { readonly pepperId: string; readonly hash: string }): Promise<void>;
}

/** Keys in the database. */
export class StoredKeys implements KeySource {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  find(publicId: string): Promise<KeyRecord | undefined> {
    return findKey(this.database.asHost(), publicId);
  }

  noteUse({ accountId, id }: KeyRecord, now: Date): Promise<void> {
    return noteUse(this.database.forAccount(accountId), id, now);
  }

  rehash(key: KeyRecord, to: { readonly pepperId: string; readonly hash: string }): Promise<void> {
    const { id, accountId, pepperId } = key;
    return this.database.forAccount(accountId).transactional(async (tx) => {
      if (!(await rehash(tx, id, key, to))) return;
      await this.audit.record(tx, {
        action: 'key.pepper_changed',
        account: accountId,
        subject: id,
        actor: { kind: 'service', id: null },
        detail: { from: pepperId, to: to.pepperId },
      });
    });
  }
}
