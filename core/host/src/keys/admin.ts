import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import {
  type AuditActor,
  type Clock,
  type DoneBy,
  ROW_SECURITY,
  type Secret,
  type Transaction,
} from '@ostiary/plugin-api';
import { AuditService } from '../audit/audit.service.js';
import { newestRows, type KeptRow } from '../audit/read.js';
import { verifyAudit, type AuditVerdict } from '../audit/verify.js';
import type { Pepper } from '../config/secrets.js';
import { hashKey } from './key-hash.js';
import { mintKey } from './key-format.js';
import { newId } from '../ids/new-id.js';
import { periodOf } from '../quotas/period.js';
import type { Database, Em } from '../storage/database.js';
import { scopeOf } from '../storage/scope.js';
import { statement } from '../storage/statement.js';
import { AdminError } from './admin-error.js';
import { requireKnown, requireName } from './admin-names.js';
import { Account, type AccountStatus } from './entities/account.js';
import { ApiKey } from './entities/api-key.js';
import { Quota } from './entities/quota.js';

export interface NewAccount {
  readonly name: string;
  readonly plan?: string;
  /** Units a month; those of the deployment when absent. */
  readonly units?: number;
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
  /** Who is recorded as having done it; the operator when absent. */
  readonly actor?: AuditActor;
  /** The transaction that everything is done in; each thing has one of its own when absent. */
  readonly within?: Em;
  /** What plugins do when an account is erased. */
  readonly erasers: readonly ((accountId: string, tx: Transaction) => Promise<void>)[];
  /** Told after every change, so that caches can be dropped. */
  readonly changed?: () => void;
}

const OPERATOR: AuditActor = { kind: 'operator', id: null };

/** What an operator does with accounts and keys. Not reachable by HTTP. Each change is recorded with it. */
export class Admin {
  private readonly audit: AuditService;

  constructor(private readonly settings: AdminSettings) {
    this.audit = new AuditService(settings.clock);
  }

  /**
   * Returns one that acts for somebody else: what it does is recorded as theirs, and done in their transaction if they have one.
   * @throws Error for a transaction that was not begun as the host: it would not see what it has to change
   */
  as({ actor, tx }: DoneBy): Admin {
    const within = tx as unknown as Em | undefined;
    if (within !== undefined && !(within.isInTransaction() && scopeOf(within)[1] === ROW_SECURITY.host))
      throw new Error('accounts and keys are changed in an open transaction that was begun as the host (asHost)');
    return new Admin({ ...this.settings, ...(actor && { actor }), ...(within && { within }) });
  }

  /** The time by the clock of the service. */
  now(): Date {
    return this.settings.clock.now();
  }

  /** @throws AdminError for a name that cannot be shown in a line */
  async createAccount({ name, plan = 'standard', units }: NewAccount): Promise<string> {
    const { clock, unitsPerMonth } = this.settings;
    requireName('name', name);
    requireName('plan', plan, 40);
    const now = clock.now();
    const period = periodOf(now);
    const id = newId('acc');
    await this.transactional(async (em) => {
      await em.insert(Account, { id, name, plan, status: 'active', createdAt: now });
      await em.insert(Quota, {
        accountId: id,
        unitsLimit: units ?? unitsPerMonth,
        used: 0,
        reserved: 0,
        periodStart: period.start,
        periodEnd: period.end,
      });
      await this.record(em, 'account.created', id, id, { plan });
    });
    return id;
  }

  /** Whether there is such an account. Within a transaction nobody erases it before that ends. */
  async hasAccount(accountId: string): Promise<boolean> {
    return this.transactional(async (em) => {
      const found = await statement(em, 'select 1 from core.accounts where id = $1 for share', [accountId]);
      return found.length > 0;
    });
  }

  listAccounts(): Promise<Account[]> {
    return this.settings.database.asHost().find(Account, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** @throws AdminError when there is no such account */
  async setStatus(accountId: string, status: AccountStatus): Promise<void> {
    await this.transactional(async (em) => {
      const account = await em.findOne(Account, accountId);
      if (!account) throw new AdminError(`there is no account ${accountId}`);
      if (account.status === status) return;
      await em.nativeUpdate(Account, { id: accountId }, { status });
      await this.record(em, 'account.status_changed', accountId, accountId, { from: account.status, to: status });
    });
    this.settings.changed?.();
  }

  /**
   * Deletes an account with all that is kept of it, in one transaction: what plugins keep, then the rows of every table that names the
   * account by a foreign key. What runs for it is stopped by the loss of its rows; bytes that no row names any more are swept.
   * What was recorded of it in the audit stays.
   * @throws AdminError when there is no such account; what a plugin throws, and then nothing is deleted
   */
  async eraseAccount(accountId: string): Promise<void> {
    await this.transactional(async (em) => {
      const found = await statement(em, 'select 1 from core.accounts where id = $1 for update', [accountId]);
      if (found.length === 0) throw new AdminError(`there is no account ${accountId}`);
      for (const erase of this.settings.erasers) await erase(accountId, em);
      const tables = await statement<{ name: string }>(
        em,
        `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'core.accounts'::regclass`,
      );
      for (const { name } of tables) await em.execute(`delete from ${name} where account_id = ?`, [accountId]);
      await em.nativeDelete(Account, { id: accountId });
      await this.record(em, 'account.erased', accountId, accountId, {});
    });
    this.settings.changed?.();
  }

  /** Changes the plan of an account, its units a month, or both. @throws AdminError when there is no such account */
  async changeAccount(accountId: string, { plan, units }: { plan?: string; units?: number }): Promise<void> {
    if (plan !== undefined) requireName('plan', plan, 40);
    if (units !== undefined && !(Number.isSafeInteger(units) && units >= 0))
      throw new AdminError(`units: must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
    await this.transactional(async (em) => {
      const account = await em.findOne(Account, accountId);
      if (!account) throw new AdminError(`there is no account ${accountId}`);
      if (plan !== undefined) await em.nativeUpdate(Account, { id: accountId }, { plan });
      if (units !== undefined) await em.nativeUpdate(Quota, { accountId }, { unitsLimit: units });
      await this.record(em, 'account.changed', accountId, accountId, {
        plan: plan ?? account.plan,
        units: units ?? null,
      });
    });
    this.settings.changed?.();
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
      clock,
      peppers: [pepper],
    } = this.settings;
    requireName('name', name);
    requireKnown('grants', grants, this.settings.grants);
    requireKnown('profiles', profiles, this.settings.profiles);
    const { key, parsed } = mintKey();
    const id = newId('key');
    const carries = { grants: [...new Set(grants)].toSorted(), profiles: [...profiles] };
    await this.transactional(async (em) => {
      if (!(await em.findOne(Account, accountId))) throw new AdminError(`there is no account ${accountId}`);
      await em.insert(ApiKey, {
        id,
        accountId,
        name,
        publicId: parsed.publicId,
        secretHash: hashKey(parsed, pepper),
        pepperId: pepper.id,
        last4: key.reveal().slice(-4),
        ...carries,
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
        createdAt: clock.now(),
      });
      await this.record(em, 'key.created', accountId, id, { ...carries, expires_at: expiresAt?.toISOString() ?? null });
    });
    return { id, key };
  }

  /**
   * Adds and takes away grants of a key. Returns those it has then.
   * @throws AdminError for an unknown grant, or when there is no such key or it was revoked
   */
  async changeGrants(
    id: string,
    { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<readonly string[]> {
    requireKnown('grants', add, this.settings.grants);
    const grants = await this.transactional(async (em) => {
      // Locked while it is read and changed: of two commands at once the second sees what the first has left.
      const key = await em.findOne(ApiKey, { id, revokedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (key === null) throw new AdminError(`there is no key ${id}, or it was revoked`);
      const wanted = [...new Set([...key.grants, ...add])].filter((grant) => !remove.includes(grant)).toSorted();
      await this.regrant(em, key, wanted);
      return wanted;
    });
    this.settings.changed?.();
    return grants;
  }

  /** Ends the keys that are kept under no pepper there is here: they cannot work any more. Returns how many. */
  async revokeLost(): Promise<number> {
    const { clock, peppers } = this.settings;
    const found = { revokedAt: null, pepperId: { $nin: peppers.map(({ id }) => id) } };
    const revoked = await this.transactional(async (em) => {
      const lost = await em.find(ApiKey, found, { orderBy: { accountId: 'asc', id: 'asc' } });
      for (const { id, accountId } of lost) {
        await em.nativeUpdate(ApiKey, { id }, { revokedAt: clock.now() });
        await this.record(em, 'key.revoked', accountId, id, { reason: 'pepper_lost' });
      }
      return lost.length;
    });
    this.settings.changed?.();
    return revoked;
  }

  /** Gives a key, found by the part of its text that is no secret, exactly these grants. False when it is not there or was revoked. */
  async setGrants(publicId: string, grants: readonly string[]): Promise<boolean> {
    const wanted = [...new Set(grants)].toSorted();
    const found = await this.transactional(async (em) => {
      const key = await em.findOne(ApiKey, { publicId, revokedAt: null });
      if (key !== null) await this.regrant(em, key, wanted);
      return key !== null;
    });
    this.settings.changed?.();
    return found;
  }

  listKeys(accountId?: string): Promise<ApiKey[]> {
    return this.settings.database
      .asHost()
      .find(ApiKey, accountId === undefined ? {} : { accountId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** Whether a key is kept under the pepper that new keys are; if not, it has not been used since the pepper was changed. */
  isCurrent(key: ApiKey): boolean {
    return key.pepperId === this.settings.peppers[0].id;
  }

  /** @throws AdminError when there is no such key */
  async revokeKey(id: string): Promise<void> {
    await this.transactional(async (em) => {
      const key = await em.findOne(ApiKey, id);
      if (!key) throw new AdminError(`there is no key ${id}`);
      // The first revocation counts: the time says since when the key does not work.
      const revokedAt = this.settings.clock.now();
      if ((await em.nativeUpdate(ApiKey, { id, revokedAt: null }, { revokedAt })) === 0) return;
      await this.record(em, 'key.revoked', key.accountId, id);
    });
    this.settings.changed?.();
  }

  /** What was recorded, newest first. */
  audited(accountId: string | null, limit: number): Promise<KeptRow[]> {
    return newestRows(this.settings.database.asHost(), accountId, limit);
  }

  /** Reads the whole record of who did what and says whether it is as it was written. */
  verifyAudit(): Promise<AuditVerdict> {
    return verifyAudit(this.settings.database.asHost());
  }

  /** A savepoint in the caller's transaction: what fails leaves that as it was. What the caller has read before is read anew. */
  private transactional<T>(work: (em: Em) => Promise<T>): Promise<T> {
    const { within, database } = this.settings;
    return within === undefined ? database.asHost().transactional(work) : within.transactional(work, { clear: true });
  }

  private async regrant(em: Em, { id, accountId, grants }: ApiKey, wanted: string[]): Promise<void> {
    if (isDeepStrictEqual(grants.toSorted(), wanted)) return;
    await em.nativeUpdate(ApiKey, { id }, { grants: wanted });
    await this.record(em, 'key.grants_changed', accountId, id, { from: grants, to: wanted });
  }

  private record(em: Em, action: string, account: string, subject: string, detail: object = {}): Promise<void> {
    const { actor = OPERATOR } = this.settings;
    return this.audit.record(em, { action, account, subject, actor, detail: { ...detail } });
  }
}
