import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Principal, Services } from '@ostiary/plugin-api';
import { periodOf } from '../quotas/period.js';
import { type Database, DATABASE, type Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';
import { Account } from '../keys/entities/account.js';
import { Quota } from '../keys/entities/quota.js';

export interface QuotaState {
  readonly limit: number;
  readonly used: number;
  readonly reserved: number;
  readonly start: Date;
  readonly end: Date;
}

export interface AccountState {
  readonly account: Account;
  readonly quota: QuotaState;
  /** Jobs of this key that have not ended. */
  readonly jobs: { readonly running: number; readonly queued: number };
}

/** What an account is and has used. */
@Injectable()
export class AccountReader {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  async read({ accountId, keyId }: Principal): Promise<AccountState> {
    const em = this.database.forAccount(accountId);
    const account = await em.findOneOrFail(Account, accountId);
    return { account, quota: await this.quotaOf(em, accountId), jobs: await openJobs(em, keyId) };
  }

  /** A period that has ended is shown as the new one; the row follows with the next reservation. */
  private async quotaOf(em: Em, accountId: string): Promise<QuotaState> {
    const row = await em.findOneOrFail(Quota, accountId);
    const now = this.clock.now();
    const ended = row.periodEnd <= now;
    const { start, end } = ended ? periodOf(now) : { start: row.periodStart, end: row.periodEnd };
    return { limit: row.unitsLimit, used: ended ? 0 : row.used, reserved: row.reserved, start, end };
  }
}

async function openJobs(em: Em, keyId: string): Promise<AccountState['jobs']> {
  const rows = await statement<{ status: string; count: string | number }>(
    em,
    `select status, count(*) as count from core.jobs where key_id = $1 and status in ('queued', 'running') and parent_id is null group by status`,
    [keyId],
  );
  const count = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { running: count('running'), queued: count('queued') };
}
