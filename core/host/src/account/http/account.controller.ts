import { Controller, Get, Inject } from '@nestjs/common';
import { type Meter, type Principal, Route, Services, Slots } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { SlotTable } from '../../plugins/slot-table.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { DEFAULT_BODY_BYTES } from '../../http/request.interceptor.js';
import { RateService } from '../../rates/rate.service.js';
import { AccountReader } from '../account-reader.js';
import { AccountView } from '../schemas/account.js';

@Controller('v1/account')
export class AccountController {
  constructor(
    @Inject(AccountReader) private readonly accounts: AccountReader,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(RateService) private readonly rates: RateService,
    @Inject(Services.meter) private readonly meter: Meter,
    @Inject(SlotTable) private readonly slots: SlotTable,
  ) {}

  @Get()
  @Route({
    operationId: 'getAccount',
    summary: 'What this key is held to',
    area: 'Account',
    access: { kind: 'any_key' },
    answers: [
      {
        status: 200,
        when: 'Plan, quotas (limit, used, reserved, remaining, resets_at), rates, sizes, concurrency, retention the key is held to.',
        body: AccountView,
      },
      UNAUTHENTICATED,
    ],
  })
  async read(@CurrentPrincipal() principal: Principal): Promise<z.output<typeof AccountView>> {
    const { account, quota, jobs } = await this.accounts.read(principal);
    const { limits } = this.config;
    return {
      object: 'account',
      id: account.id,
      name: account.name,
      plan: account.plan,
      status: principal.suspended ? 'suspended' : 'active',
      period: { start: quota.start.toISOString(), end: quota.end.toISOString() },
      quotas: [
        {
          name: 'solves',
          unit: 'units',
          limit: quota.limit,
          used: quota.used,
          reserved: quota.reserved,
          remaining: Math.max(0, quota.limit - quota.used - quota.reserved),
          resets_at: quota.end.toISOString(),
        },
      ],
      metered: await this.meter.read(account.id),
      rates: [...this.rates.policies()],
      concurrency: {
        running: jobs.running,
        queued: jobs.queued,
        limits: { running: limits.runningJobsPerKey, queued: limits.queuedJobsPerKey },
      },
      sizes: {
        body_bytes: DEFAULT_BODY_BYTES,
        inline_bytes: Object.fromEntries(
          this.registry.visibleModes.map((mode) => [mode.name, mode.limits.inlineBytes]),
        ),
      },
      retention: {
        result_days: limits.resultDays,
        artifact_days: limits.artefactDays,
        artifact_record_days: limits.artefactRecordDays,
      },
      seats: {},
      facts: await this.slots.facts(Slots.accountFacts, principal),
    };
  }
}
