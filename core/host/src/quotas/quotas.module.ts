import { Global, Module } from '@nestjs/common';
import { QuotaService } from './quota.service.js';

/** Units of work. */
@Global()
@Module({ providers: [QuotaService], exports: [QuotaService] })
export class QuotasModule {}
