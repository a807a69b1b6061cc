import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Logger, type Principal, Services } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { KeyCache } from './key-cache.js';
import { KEY_SOURCE, type KeySource } from './key-source.js';
import { parseKey, type ParsedKey } from '../keys/key-format.js';
import { hashKey, matchesHash } from '../keys/key-hash.js';
import type { KeyRecord } from '../keys/key-record.js';

/** What the Authorization header of a request says. All ways in which a key can be wrong look alike. */
export type Authentication =
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'valid'; readonly principal: Principal };

const NOTE_EVERY_MS = 60_000;

/** Finds out whose key a request carries. */
@Injectable()
export class Authenticator {
  /** When the use of a key was last noted by this process, by key id. */
  private readonly noted = new Map<string, number>();

  constructor(
    @Inject(KeyCache) private readonly keys: KeyCache,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(KEY_SOURCE) private readonly source: KeySource,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(Services.log) private readonly log: Logger,
  ) {}

  /** `header` is the Authorization header; nothing else is ever looked at (no query, no cookie, no body). */
  async authenticate(header: string | undefined): Promise<Authentication> {
    if (header === undefined) return { kind: 'missing' };
    const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
    const key = token === undefined ? undefined : parseKey(token);
    if (!key) return { kind: 'invalid' };
    const record = await this.keys.find(key.publicId);
    if (!matchesHash(key, record, this.secrets.peppers) || !record) return { kind: 'invalid' };
    const now = this.clock.now();
    if (!usable(record, now)) return { kind: 'invalid' };
    this.noteUse(record, now);
    this.moveToPepper(key, record);
    return {
      kind: 'valid',
      principal: {
        accountId: record.accountId,
        keyId: record.id,
        keyName: record.name,
        // A grant of a plugin that is no longer enabled does not count.
        grants: record.grants.filter((grant) => this.registry.grants.includes(grant)),
        profiles: record.profiles,
        expiresAt: record.expiresAt,
        suspended: record.accountStatus === 'suspended',
      },
    };
  }

  /** During a rotation: a key that is used moves under the new pepper. Not awaited, and tried again at the next use. */
  private moveToPepper(key: ParsedKey, record: KeyRecord): void {
    const [pepper] = this.secrets.peppers;
    if (record.pepperId === pepper.id) return;
    const kept = { pepperId: pepper.id, hash: hashKey(key, pepper) };
    this.source.rehash(record, kept).catch((error: unknown) => {
      this.log.warn({ err: error, key_id: record.id }, 'could not keep a key under the new pepper');
    });
  }

  /** Not awaited: an answer does not wait for it, and a failure costs only a timestamp. */
  private noteUse(record: KeyRecord, now: Date): void {
    if (now.getTime() - (this.noted.get(record.id) ?? record.lastUsedAt?.getTime() ?? 0) < NOTE_EVERY_MS) return;
    this.noted.set(record.id, now.getTime());
    this.source.noteUse(record, now).catch((error: unknown) => {
      this.log.warn({ err: error, key_id: record.id }, 'could not note the use of a key');
    });
  }
}

function usable(record: KeyRecord, now: Date): boolean {
  return (
    record.revokedAt === null &&
    (record.expiresAt === null || record.expiresAt > now) &&
    record.accountStatus !== 'closed'
  );
}
