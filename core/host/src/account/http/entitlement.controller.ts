import { Controller, Get, Inject } from '@nestjs/common';
import { type Clock, type Principal, ProblemError, Route, Services } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { type Database, DATABASE } from '../../storage/database.js';
import { Account } from '../../keys/entities/account.js';
import { feedOf } from '../feed.js';
import { Entitlement } from '../schemas/entitlement.js';

@Controller('v1/packages/entitlement')
export class EntitlementController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  @Get()
  @Route({
    operationId: 'getPackageEntitlement',
    summary: 'Check package feed access',
    area: 'Account',
    access: { kind: 'any_key' },
    answers: [
      {
        status: 200,
        when: 'The account may read the package feed: feed, scopes, expires_at. Usable as an auth_request sub-request of a registry proxy (2xx allow, 401/403 refuse).',
        body: Entitlement,
      },
      UNAUTHENTICATED,
      {
        status: 403,
        when: 'Key valid but the account has no feed entitlement, it has ended, or the account is suspended.',
        slugs: ['not_entitled', 'account_suspended'],
      },
    ],
  })
  async read(@CurrentPrincipal() principal: Principal): Promise<z.output<typeof Entitlement>> {
    if (principal.suspended) throw new ProblemError('account_suspended');
    const account = await this.database.forAccount(principal.accountId).findOneOrFail(Account, principal.accountId);
    const access = feedOf(account, this.clock.now());
    if (!access) throw new ProblemError('not_entitled');
    return {
      object: 'entitlement',
      entitled: true,
      feed: access.feed,
      scopes: [...access.scopes],
      expires_at: access.expiresAt?.toISOString() ?? null,
    };
  }
}
