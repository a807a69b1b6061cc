import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EnvironmentError } from '../config/environment.js';
import type { KeyRecord } from './key-record.js';

const time = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();

const Kept = z.strictObject({
  id: z.string(),
  public_id: z.string(),
  account: z.string(),
  name: z.string(),
  /** HMAC-SHA-256 under the pepper, hex: no secret of the key. */
  digest: z.string(),
  pepper: z.string(),
  grants: z.array(z.string()),
  expires_at: time,
  revoked_at: time,
});

/** A key in the file. */
export type KeptKey = z.output<typeof Kept>;

const Content = z.strictObject({ keys: z.array(Kept) });

/** The keys of a router, which has no database: one file in its data folder, which `ostiary admin key` writes. See docs/adr/0135. */
export class KeyFile {
  private readonly file: string;

  constructor(private readonly dataDirectory: string) {
    this.file = join(dataDirectory, 'keys.json');
  }

  /**
   * Returns the keys, those that do not work any more too.
   * @throws EnvironmentError for a file that is damaged
   */
  read(): readonly KeptKey[] {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    const parsed = Content.safeParse(asJson(text));
    if (!parsed.success) throw new EnvironmentError([`${this.file}: is no file of keys; put back a copy of it`]);
    return parsed.data.keys;
  }

  /** Puts other keys in place of those there are; who reads meanwhile reads the ones or the others. */
  write(keys: readonly KeptKey[]): void {
    mkdirSync(this.dataDirectory, { recursive: true, mode: 0o700 });
    const beside = `${this.file}.${process.pid}`;
    writeFileSync(beside, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
    renameSync(beside, this.file);
  }

  async find(publicId: string): Promise<KeyRecord | undefined> {
    const key = this.read().find(({ public_id }) => public_id === publicId);
    return (
      key && {
        id: key.id,
        accountId: key.account,
        accountStatus: 'active',
        name: key.name,
        hash: key.digest,
        pepperId: key.pepper,
        grants: key.grants,
        profiles: [],
        expiresAt: key.expires_at,
        revokedAt: key.revoked_at,
        lastUsedAt: null,
      }
    );
  }

  /** The peppers under which keys that may still work are kept, and how many keys each. */
  peppers(now: Date): readonly { readonly pepperId: string; readonly count: number }[] {
    const working = this.read().filter(
      ({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > now),
    );
    return [...Map.groupBy(working, ({ pepper }) => pepper)].map(([pepperId, { length }]) => ({
      pepperId,
      count: length,
    }));
  }

  /** Only the operator writes the file, so when a key was used is not kept. */
  noteUse(): Promise<void> {
    return Promise.resolve();
  }

  /** A key stays under the pepper it was made with: a router accepts both of a rotation, and its keys are made anew. */
  rehash(): Promise<void> {
    return Promise.resolve();
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
