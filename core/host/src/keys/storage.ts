import type { StoragePart } from '../storage/part.js';
import { Account } from './entities/account.js';
import { ApiKey } from './entities/api-key.js';
import { Quota, QuotaEntry } from './entities/quota.js';
import { M001Accounts } from './migrations/001-accounts.js';

/** Accounts, their keys and their quotas. */
export const accountStorage: StoragePart = {
  schema: 'core',
  entities: [Account, ApiKey, Quota, QuotaEntry],
  migrations: [{ name: 'core/001_accounts', class: M001Accounts }],
};
