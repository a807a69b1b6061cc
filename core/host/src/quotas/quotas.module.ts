import { Global, Module } from '@nestjs/common';
import { MeterStore } from './meter-store.js';

/** Units of work. */
@Global()
@Module({ providers: [MeterStore], exports: [MeterStore] })
export class QuotasModule {}
