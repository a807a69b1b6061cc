import type { Clock, Secret } from '@ostiary/plugin-api';
import type { Pepper } from '../config/secrets.js';
import { hashKey } from './key-hash.js';
import { mintKey } from './key-format.js';
import { newId } from '../http/ids.js';
import { periodOf } from '../quotas/period.js';
import type { Database } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { AdminError } from './admin-error.js';
import { Account, type AccountStatus } from './entities/account.js';
import { ApiKey } from './entities/api-key.js';
import { Quota } from './entities/quota.js';

export interface NewAccount {
  readonly name: string;
  readonly plan?: string;
  /** Units a month; those of the deployment when absent. */
  readonly units?: number;
  readonly feed?: Feed;
}

/** A package feed that an account may read. */
interface Feed {
  readonly url: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
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
  /** Those under which keys are accepted; new ones are kept under the first. */
  readonly peppers: readonly [Pepper, ...Pepper[]];
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

  /** @throws AdminError for a name that cannot be shown in a line */
  async createAccount({ name, plan = 'standard', units, feed }: NewAccount): Promise<string> {
    const { database, clock, unitsPerMonth } = this.settings;
    requireName('name', name);
    requireName('plan', plan, 40);
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

  /** Changes the plan of an account, its units a month, or both. @throws AdminError when there is no such account */
  async changeAccount(accountId: string, { plan, units }: { plan?: string; units?: number }): Promise<void> {
    if (plan !== undefined) requireName('plan', plan, 40);
    if (units !== undefined && !(Number.isSafeInteger(units) && units >= 0))
      throw new AdminError(`units: must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
    await this.settings.database.em.fork().transactional(async (em) => {
      const account = await em.findOne(Account, accountId);
      if (!account) throw new AdminError(`there is no account ${accountId}`);
      if (plan !== undefined) await em.nativeUpdate(Account, { id: accountId }, { plan });
      if (units !== undefined) await em.nativeUpdate(Quota, { accountId }, { unitsLimit: units });
    });
    this.settings.changed?.();
  }

  /** Gives an account a package feed, or takes it away (null). @throws AdminError when there is no such account */
  async setFeed(accountId: string, feed: Feed | null): Promise<void> {
    const changed = await this.settings.database.em.fork().nativeUpdate(
      Account,
      { id: accountId },
      {
        feedUrl: feed?.url ?? null,
        feedScopes: [...(feed?.scopes ?? [])],
        feedExpiresAt: feed?.expiresAt ?? null,
      },
    );
    if (changed === 0) throw new AdminError(`there is no account ${accountId}`);
  }

  /**
   * Makes a key. Its text is in the answer and nowhere else.
   * @throws AdminError for an unknown account, grant or profile, or a name that cannot be shown in a line
   */
  async createKey({
    accountId,
    name = 'key',
    grants,
    profiles = [],
    expiresAt = null,
  }: NewKey): Promise<{ readonly id: string; readonly key: Secret }> {
    const {
      database,
      clock,
      peppers: [pepper],
    } = this.settings;
    requireName('name', name);
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

  /**
   * Adds and takes away grants of a key, in one statement. Returns those it has then.
   * @throws AdminError for an unknown grant, or when there is no such key or it was revoked
   */
  async changeGrants(
    id: string,
    { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<readonly string[]> {
    requireKnown('grants', add, this.settings.grants);
    const [row] = await statement<{ grants: string[] }>(
      this.settings.database.em.fork(),
      `update core.api_keys set grants = array(
         select distinct g from unnest(grants || $2::text[]) g where g <> all($3::text[]) order by g)
       where id = $1 and revoked_at is null returning grants`,
      [id, add, remove],
    );
    if (row === undefined) throw new AdminError(`there is no key ${id}, or it was revoked`);
    this.settings.changed?.();
    return row.grants;
  }

  /** Ends the keys that are kept under no pepper there is here: they cannot work any more. Returns how many. */
  async revokeLost(): Promise<number> {
    const { database, clock, peppers } = this.settings;
    const found = { revokedAt: null, pepperId: { $nin: peppers.map(({ id }) => id) } };
    const revoked = await database.em.fork().nativeUpdate(ApiKey, found, { revokedAt: clock.now() });
    this.settings.changed?.();
    return revoked;
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
    return key.pepperId === this.settings.peppers[0].id;
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

/** What a terminal obeys, and what turns the direction of a line around. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

function requireName(what: string, text: string, most = 200): void {
  if (text.length === 0 || text.length > most) throw new AdminError(`${what}: must have 1 to ${most} characters`);
  if (UNPRINTABLE.test(text)) throw new AdminError(`${what}: must not hold control characters`);
}

function requireKnown(what: string, named: readonly string[], there: readonly string[]): void {
  const unknown = named.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new AdminError(`unknown ${what}: ${unknown.join(', ')}; there are: ${there.join(', ')}`);
}
