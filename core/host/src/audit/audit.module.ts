import { Global, Module } from '@nestjs/common';
import { Services } from '@ostiary/plugin-api';
import { AuditService } from './audit.service.js';

/** The record of who did what. */
@Global()
@Module({
  providers: [AuditService, { provide: Services.audit, useExisting: AuditService }],
  exports: [AuditService, Services.audit],
})
export class AuditModule {}
