import type { StoragePart } from '../storage/part.js';
import { Account } from './entities/account.js';
import { ApiKey } from './entities/api-key.js';
import { Quota, QuotaEntry } from './entities/quota.js';
import { M001Accounts } from './migrations/001-accounts.js';
import { M034AccountsWithoutFeed } from './migrations/034-accounts-without-feed.js';

/** Accounts, their keys and their quotas. */
export const accountStorage: StoragePart = {
  schema: 'core',
  entities: [Account, ApiKey, Quota, QuotaEntry],
  migrations: [
    { name: 'core/001_accounts', class: M001Accounts },
    { name: 'core/034_accounts_without_feed', class: M034AccountsWithoutFeed },
  ],
};
