import { Controller, Get, Inject, Req } from '@nestjs/common';
import { principalOf, ProblemError, Route } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Entitlements } from './entitlements.js';

const EntitlementView = z
  .strictObject({
    object: z.literal('entitlement'),
    entitled: z.literal(true),
    feed: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Entitlement', description: 'Access to the package feed.' });

@Controller('v1/packages/entitlement')
export class EntitlementController {
  constructor(@Inject(Entitlements) private readonly entitlements: Entitlements) {}

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
        body: EntitlementView,
      },
      {
        status: 401,
        when: 'No Authorization: Bearer key (slug missing_key), or a key that is malformed (prefix or checksum), unknown, revoked, expired or of a closed account (slug invalid_key, one answer for all of these). WWW-Authenticate: Bearer.',
        slugs: ['missing_key', 'invalid_key'],
        headers: { 'WWW-Authenticate': 'The scheme: Bearer.' },
      },
      {
        status: 403,
        when: 'Key valid but the account has no feed entitlement, it has ended, or the account is suspended.',
        slugs: ['not_entitled', 'account_suspended'],
      },
    ],
  })
  async read(@Req() request: object): Promise<z.output<typeof EntitlementView>> {
    const principal = principalOf(request);
    if (principal === null) throw new Error('a route for any key was reached without one');
    if (principal.suspended) throw new ProblemError('account_suspended');
    const access = await this.entitlements.of(principal);
    if (access === null) throw new ProblemError('not_entitled');
    return {
      object: 'entitlement',
      entitled: true,
      feed: access.feed,
      scopes: access.scopes,
      expires_at: access.expiresAt?.toISOString() ?? null,
    };
  }
}
