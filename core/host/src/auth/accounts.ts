import type { Provider } from '@nestjs/common';
import { type Accounts, type Clock, type DoneBy, Services } from '@ostiary/plugin-api';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { Admin } from '../keys/admin.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { type Database, DATABASE } from '../storage/database.js';
import { KeyCache } from './key-cache.js';

/** What the operator and plugins do with accounts and keys: the same functions, each of which clears the cache of keys. */
export const accountProviders: readonly Provider[] = [
  {
    provide: Admin,
    inject: [DATABASE, Services.clock, SECRETS, PLUGIN_REGISTRY, DEPLOYMENT, HOST_CONFIG, KeyCache],
    useFactory: (
      database: Database,
      clock: Clock,
      { peppers }: Secrets,
      { grants, accountErasers }: PluginRegistry,
      { profiles }: Deployment,
      { limits: { unitsPerMonth } }: HostConfig,
      cache: KeyCache,
    ) =>
      new Admin({
        database,
        clock,
        peppers,
        grants,
        profiles: [...profiles.keys()],
        unitsPerMonth,
        erasers: accountErasers,
        changed: () => cache.clear(),
      }),
  },
  {
    provide: Services.accounts,
    inject: [Admin],
    useFactory: (admin: Admin) => accountsOf(admin),
  },
];

function accountsOf(admin: Admin): Accounts {
  const by = (given: DoneBy = {}): Admin => admin.as({ actor: { kind: 'service', id: null }, ...given });
  return {
    exists: async (accountId, who) => by(who).hasAccount(accountId),
    create: async (account, who) => by(who).createAccount(account),
    change: async (accountId, to, who) => by(who).changeAccount(accountId, to),
    suspend: async (accountId, who) => by(who).setStatus(accountId, 'suspended'),
    resume: async (accountId, who) => by(who).setStatus(accountId, 'active'),
    createKey: async (key, who) => by(who).createKey(key),
    changeGrants: async (keyId, change, who) => by(who).changeGrants(keyId, change),
    revokeKey: async (keyId, who) => by(who).revokeKey(keyId),
  };
}
