import type { Clock, Secret } from '@ostiary/plugin-api';
import type { Pepper } from '../config/secrets.js';
import { hashKey } from './key-hash.js';
import { mintKey } from './key-format.js';
import { newId } from '../http/ids.js';
import { periodOf } from '../quotas/period.js';
import type { Database } from '../storage/database.js';
import { AdminError } from './admin-error.js';
import { Account, type AccountStatus } from './entities/account.js';
import { ApiKey } from './entities/api-key.js';
import { Quota } from './entities/quota.js';

export interface NewAccount {
  readonly name: string;
  readonly plan?: string;
  /** Units a month; those of the deployment when absent. */
  readonly units?: number;
  readonly feed?: { readonly url: string; readonly scopes: readonly string[]; readonly expiresAt: Date | null };
}

export interface NewKey {
  readonly accountId: string;
  readonly name?: string;
  readonly grants: readonly string[];
  readonly profiles?: readonly string[];
  readonly expiresAt?: Date | null;
}

export interface AdminSettings {
  readonly database: Database;
  readonly clock: Clock;
  /** The pepper new keys are hashed under. */
  readonly pepper: Pepper;
  /** Grants there are here. */
  readonly grants: readonly string[];
  /** Execution profiles there are here. */
  readonly profiles: readonly string[];
  readonly unitsPerMonth: number;
  /** Told after every change, so that caches can be dropped. */
  readonly changed?: () => void;
}

/** What an operator does with accounts and keys. Not reachable by HTTP. */
export class Admin {
  constructor(private readonly settings: AdminSettings) {}

  /** The time by the clock of the service. */
  now(): Date {
    return this.settings.clock.now();
  }

  async createAccount({ name, plan = 'standard', units, feed }: NewAccount): Promise<string> {
    const { database, clock, unitsPerMonth } = this.settings;
    const now = clock.now();
    const period = periodOf(now);
    const id = newId('acc');
    await database.em.fork().transactional(async (em) => {
      await em.insert(Account, {
        id,
        name,
        plan,
        status: 'active',
        createdAt: now,
        feedUrl: feed?.url ?? null,
        feedScopes: [...(feed?.scopes ?? [])],
        feedExpiresAt: feed?.expiresAt ?? null,
      });
      await em.insert(Quota, {
        accountId: id,
        unitsLimit: units ?? unitsPerMonth,
        used: 0,
        reserved: 0,
        periodStart: period.start,
        periodEnd: period.end,
      });
    });
    return id;
  }

  listAccounts(): Promise<Account[]> {
    return this.settings.database.em.fork().find(Account, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** @throws AdminError when there is no such account */
  async setStatus(accountId: string, status: AccountStatus): Promise<void> {
    const changed = await this.settings.database.em.fork().nativeUpdate(Account, { id: accountId }, { status });
    if (changed === 0) throw new AdminError(`there is no account ${accountId}`);
    this.settings.changed?.();
  }

  /**
   * Makes a key. Its text is in the answer and nowhere else.
   * @throws AdminError for an unknown account, grant or profile
   */
  async createKey({
    accountId,
    name = 'key',
    grants,
    profiles = [],
    expiresAt = null,
  }: NewKey): Promise<{ readonly id: string; readonly key: Secret }> {
    const { database, clock, pepper } = this.settings;
    requireKnown('grants', grants, this.settings.grants);
    requireKnown('profiles', profiles, this.settings.profiles);
    const em = database.em.fork();
    if (!(await em.findOne(Account, accountId))) throw new AdminError(`there is no account ${accountId}`);
    const { key, parsed } = mintKey();
    const id = newId('key');
    await em.insert(ApiKey, {
      id,
      accountId,
      name,
      publicId: parsed.publicId,
      secretHash: hashKey(parsed, pepper),
      pepperId: pepper.id,
      last4: key.reveal().slice(-4),
      grants: [...new Set(grants)],
      profiles: [...profiles],
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: clock.now(),
    });
    return { id, key };
  }

  /** Gives a key, found by the part of its text that is no secret, exactly these grants. False when it is not there or was revoked. */
  async setGrants(publicId: string, grants: readonly string[]): Promise<boolean> {
    const found = { publicId, revokedAt: null };
    const changed = await this.settings.database.em.fork().nativeUpdate(ApiKey, found, { grants: [...grants] });
    this.settings.changed?.();
    return changed > 0;
  }

  listKeys(accountId?: string): Promise<ApiKey[]> {
    return this.settings.database.em
      .fork()
      .find(ApiKey, accountId === undefined ? {} : { accountId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** Whether a key is kept under the pepper that new keys are; if not, it has not been used since the pepper was changed. */
  isCurrent(key: ApiKey): boolean {
    return key.pepperId === this.settings.pepper.id;
  }

  /** @throws AdminError when there is no such key */
  async revokeKey(id: string): Promise<void> {
    const em = this.settings.database.em.fork();
    const key = await em.findOne(ApiKey, id);
    if (!key) throw new AdminError(`there is no key ${id}`);
    // The first revocation counts: the time says since when the key does not work.
    await em.nativeUpdate(ApiKey, { id, revokedAt: null }, { revokedAt: this.settings.clock.now() });
    this.settings.changed?.();
  }
}

function requireKnown(what: string, named: readonly string[], there: readonly string[]): void {
  const unknown = named.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new AdminError(`unknown ${what}: ${unknown.join(', ')}; there are: ${there.join(', ')}`);
}
