import { Controller, Get, Inject } from '@nestjs/common';
import { type ModeDefinition, type Principal, Route, Slots } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { DEPLOYMENT, type Deployment } from '../../plugins/deployment.js';
import { inputsOf } from '../../plugins/mode-inputs.js';
import { SlotTable } from '../../plugins/slot-table.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { RateService } from '../../rates/rate.service.js';
import { limitsView } from '../limits-view.js';
import { appliesTo } from '../../plugins/profiles.js';
import { profileViews } from '../profile-view.js';
import { Capabilities } from '../schemas/capabilities.js';

/** Longest `Prefer: wait` of a submission, seconds. */
const SYNC_WAIT_MAX_S = 30;

@Controller('v1/capabilities')
export class CapabilitiesController {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(RateService) private readonly rates: RateService,
    @Inject(SlotTable) private readonly slots: SlotTable,
  ) {}

  @Get()
  @Route({
    operationId: 'getCapabilities',
    summary: 'What this key can do: modes, profiles, limits, facts of plugins',
    area: 'Account',
    access: { kind: 'optional_key' },
    answers: [
      {
        status: 200,
        when: 'Modes, profiles and limits of the key; in `facts` what plugins add, e.g. what else it may read. A missing or wrong key gets authenticated=false with no grants (401 is not listed).',
        body: Capabilities,
      },
    ],
  })
  async read(@CurrentPrincipal() principal: Principal | null): Promise<z.output<typeof Capabilities>> {
    return {
      object: 'capabilities',
      authenticated: principal !== null,
      key: principal && {
        id: principal.keyId,
        name: principal.keyName,
        grants: [...principal.grants],
        expires_at: principal.expiresAt?.toISOString() ?? null,
      },
      modes: this.registry.visibleModes.map((mode) => this.modeFor(mode, principal)),
      uploads: this.purposes(),
      profiles: profileViews(this.deployment, this.registry, principal),
      limits: limitsView(this.config, this.rates),
      facts: await this.slots.facts(Slots.capabilityFacts, principal),
    };
  }

  private purposes() {
    const taking =
      (purpose: string) =>
      ({ request }: Pick<ModeDefinition, 'request'>) =>
        inputsOf(request).purposes.includes(purpose);
    return [...this.registry.purposes].map(([purpose, { maxBytes, mediaTypes }]) => ({
      purpose,
      max_bytes: maxBytes,
      media_types: [...mediaTypes],
      modes: this.registry.visibleModes
        .filter((mode) => [mode, ...this.registry.variantsOf(mode.name)].some(taking(purpose)))
        .map(({ name }) => name),
    }));
  }

  private modeFor({ name, title, grant, limits, request }: ModeDefinition, principal: Principal | null) {
    return {
      mode: name,
      title,
      granted: principal !== null && !principal.suspended && principal.grants.includes(grant),
      grant,
      profiles: [...this.deployment.profiles]
        .filter(([, budget]) => appliesTo(budget, name))
        .map(([profile]) => profile),
      inline_max_bytes: limits.inlineBytes,
      sync_wait_max_s: SYNC_WAIT_MAX_S,
      needs_upload: [...inputsOf(request).needed],
    };
  }
}
