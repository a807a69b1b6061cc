import { Controller, Get, Inject } from '@nestjs/common';
import { type Principal, Route } from '@ostiary/plugin-api';
import { ServedEverywhere } from '../../plugins/served-here.js';
import type { z } from 'zod';
import { CurrentPrincipal } from '../../auth/current-principal.js';
import { UNAUTHENTICATED } from '../../http/answers.js';
import { VersionView } from '../schemas/version.js';
import { VersionFacts } from '../version-facts.js';

@ServedEverywhere()
@Controller('v1/version')
export class VersionController {
  constructor(@Inject(VersionFacts) private readonly facts: VersionFacts) {}

  @Get()
  @Route({
    operationId: 'getVersion',
    summary: 'What is running here',
    area: 'Account',
    access: { kind: 'any_key' },
    answers: [
      {
        status: 200,
        when: 'Version, commit, contract digest, engines, plug-ins running here; in `facts` what they say of themselves, e.g. the dialects of a language that they read.',
        body: VersionView,
      },
      UNAUTHENTICATED,
    ],
  })
  read(@CurrentPrincipal() principal: Principal): Promise<z.output<typeof VersionView>> {
    return this.facts.read(principal);
  }
}
