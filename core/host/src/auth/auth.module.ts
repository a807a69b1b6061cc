import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Services } from '@ostiary/plugin-api';
import { Admin } from '../keys/admin.js';
import { accountProviders } from './accounts.js';
import { AccessGuard } from './access.guard.js';
import { Authenticator } from './authenticator.js';
import { KeyCache } from './key-cache.js';
import { KeyStrategy } from './key-strategy.js';

/** Who calls, and whether they may. */
@Global()
@Module({
  providers: [KeyCache, ...accountProviders, Authenticator, KeyStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [KeyCache, Admin, Services.accounts],
})
export class AuthModule {}
