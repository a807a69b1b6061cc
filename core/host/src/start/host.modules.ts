import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { ArtefactsModule } from '../artefacts/artefacts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommandsModule } from '../commands/commands.module.js';
import { ComputeModule } from '../compute/compute.module.js';
import { ContractModule } from '../contract/contract.module.js';
import { FilesModule } from '../files/files.module.js';
import { HealthModule } from '../health/health.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProblemsModule } from '../http/problems/problems.module.js';
import { QuotasModule } from '../quotas/quotas.module.js';
import { RatesModule } from '../rates/rates.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';

/** What the host is made of, apart from what is settled before Nest starts and from the plugins. */
export const HOST_MODULES: readonly Type[] = [
  ProblemsModule,
  RatesModule,
  AuditModule,
  AuthModule,
  QuotasModule,
  ComputeModule,
  JobsModule,
  ArtefactsModule,
  UploadsModule,
  FilesModule,
  AccountModule,
  ContractModule,
  HealthModule,
  CommandsModule,
];

/** The host's own controllers. */
export function hostControllers(): readonly Type[] {
  return HOST_MODULES.flatMap(
    (module) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[] | undefined) ?? [],
  );
}
