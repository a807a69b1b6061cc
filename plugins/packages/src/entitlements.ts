import { EntityManager } from '@mikro-orm/core';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Accounts,
  asHost,
  type Audit,
  type Clock,
  CommandError,
  forAccount,
  type Principal,
  Services,
} from '@ostiary/plugin-api';
import { Entitlement } from './entities/entitlement.js';

const OPERATOR = { kind: 'operator', id: null } as const;

/** Which accounts may read a package feed. */
@Injectable()
export class Entitlements {
  constructor(
    @Inject(EntityManager) private readonly em: EntityManager,
    @Inject(Services.accounts) private readonly accounts: Accounts,
    @Inject(Services.audit) private readonly audit: Audit,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  /** Returns what the caller's account may read now; null when it has nothing, it has ended, or the account is suspended. */
  async of({ accountId, suspended }: Principal): Promise<Entitlement | null> {
    if (suspended) return null;
    const found = await forAccount(this.em, accountId).findOne(Entitlement, { accountId });
    return found?.expiresAt && found.expiresAt <= this.clock.now() ? null : found;
  }

  /**
   * Lets an account read a feed, in place of the one it had.
   * @throws CommandError when there is no such account, or the end has passed
   */
  async set(accountId: string, access: Pick<Entitlement, 'feed' | 'scopes' | 'expiresAt'>): Promise<void> {
    const expires = access.expiresAt?.toISOString() ?? null;
    if (access.expiresAt && access.expiresAt <= this.clock.now())
      throw new CommandError(`--expires: ${expires} is in the past.`);
    await asHost(this.em).transactional(async (tx) => {
      if (!(await this.accounts.exists(accountId, { tx }))) throw new CommandError(`there is no account ${accountId}`);
      await tx.upsert(Entitlement, { accountId, ...access });
      await this.audit.record(tx, {
        action: 'entitlement.changed',
        account: accountId,
        subject: accountId,
        actor: OPERATOR,
        detail: { feed: access.feed, scopes: access.scopes, expires_at: expires },
      });
    });
  }

  /** Takes away what an account may read. @throws CommandError when it has nothing */
  async remove(accountId: string): Promise<void> {
    await asHost(this.em).transactional(async (tx) => {
      if ((await tx.nativeDelete(Entitlement, { accountId })) === 0)
        throw new CommandError(`the account ${accountId} has no package feed`);
      await this.audit.record(tx, {
        action: 'entitlement.removed',
        account: accountId,
        subject: accountId,
        actor: OPERATOR,
      });
    });
  }
}
