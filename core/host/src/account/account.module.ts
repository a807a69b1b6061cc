import { Module } from '@nestjs/common';
import { ArtefactsModule } from '../artefacts/artefacts.module.js';
import { ContractModule } from '../contract/contract.module.js';
import { AccountReader } from './account-reader.js';
import { AccountController } from './http/account.controller.js';
import { CapabilitiesController } from './http/capabilities.controller.js';
import { ProfilesController } from './http/profiles.controller.js';
import { VersionController } from './http/version.controller.js';
import { VersionFacts } from './version-facts.js';

/** What a key can do, what it is held to, what runs here. */
@Module({
  imports: [ArtefactsModule, ContractModule],
  controllers: [CapabilitiesController, AccountController, VersionController, ProfilesController],
  providers: [AccountReader, VersionFacts],
})
export class AccountModule {}
