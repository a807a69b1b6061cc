import { Global, Module } from '@nestjs/common';
import { MeterStore } from './meter-store.js';
import { QuotaService } from './quota.service.js';

/** Units of work. */
@Global()
@Module({ providers: [QuotaService, MeterStore], exports: [QuotaService, MeterStore] })
export class QuotasModule {}
