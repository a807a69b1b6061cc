import { Controller, Get, Inject } from '@nestjs/common';
import { type Principal, Route } from '@ostiary/plugin-api';
import { ServedEverywhere } from '../../plugins/served-here.js';
import type { z } from 'zod';
import { DEPLOYMENT, type Deployment } from '../../plugins/deployment.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { profileViews } from '../profile-view.js';
import { ProfileList } from '../schemas/profiles.js';

@ServedEverywhere()
@Controller('v1/profiles')
export class ProfilesController {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  @Get()
  @Route({
    operationId: 'listProfiles',
    summary: 'List profiles',
    area: 'Account',
    access: { kind: 'optional_key' },
    answers: [
      {
        status: 200,
        when: 'Profiles (named execution budgets) of the deployment; with a valid key those the key may use are marked. A missing or wrong key gets the public list (401 is not listed).',
        body: ProfileList,
      },
    ],
  })
  list(@CurrentPrincipal() principal: Principal | null): z.output<typeof ProfileList> {
    return {
      object: 'list',
      data: profileViews(this.deployment, this.registry, principal),
      has_more: false,
      next_cursor: null,
    };
  }
}
