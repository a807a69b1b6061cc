import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FailurePacing } from '../rates/failure-pacing.js';
import { Services } from '@ostiary/plugin-api';
import { Admin } from '../keys/admin.js';
import { accountProviders } from './accounts.js';
import { AccessGuard, IDENTIFY } from './access.guard.js';
import { Authenticator } from './authenticator.js';
import { KeyCache } from './key-cache.js';
import { keyStrategy } from './key-strategy.js';
import { identifyWith } from './passport.js';

/** Who calls, and whether they may. */
@Global()
@Module({
  providers: [
    KeyCache,
    ...accountProviders,
    Authenticator,
    {
      provide: IDENTIFY,
      inject: [Authenticator, FailurePacing],
      useFactory: (authenticator: Authenticator, pacing: FailurePacing) =>
        identifyWith(keyStrategy(authenticator, pacing)),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [KeyCache, Admin, Services.accounts],
})
export class AuthModule {}
