import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { type Audit, Services } from '@ostiary/plugin-api';
import { Admin } from '../keys/admin.js';
import { accountProviders } from './accounts.js';
import { AccessGuard } from './access.guard.js';
import { Authenticator } from './authenticator.js';
import { KeyCache } from './key-cache.js';
import { KEY_SOURCE, StoredKeys } from './key-source.js';
import { KeyStrategy } from './key-strategy.js';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { type Database, DATABASE } from '../storage/database.js';
import { KeyFile } from '../keys/key-file.js';

/** Who calls, and whether they may. */
@Global()
@Module({
  providers: [
    {
      provide: KEY_SOURCE,
      inject: [DEPLOYMENT, HOST_CONFIG, DATABASE, Services.audit],
      useFactory: ({ kind }: Deployment, { dataDirectory }: HostConfig, database: Database, audit: Audit) =>
        kind === 'router' ? new KeyFile(dataDirectory) : new StoredKeys(database, audit),
    },
    KeyCache,
    ...accountProviders,
    Authenticator,
    KeyStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [KeyCache, Admin, Services.accounts],
})
export class AuthModule {}
