import { Global, Module } from '@nestjs/common';
import { type Clock, Services } from '@ostiary/plugin-api';
import { DEPLOYMENT, type Deployment } from '../plugins/deployment.js';
import { type Database, DATABASE } from '../storage/database.js';
import { CountedUnits } from './counted-units.js';
import { MeterStore, UNIT_STORE, type UnitStore } from './meter-store.js';

/** Units of work. */
@Global()
@Module({
  providers: [
    {
      provide: UNIT_STORE,
      inject: [DEPLOYMENT, DATABASE, Services.clock],
      useFactory: ({ kind }: Deployment, database: Database, clock: Clock): UnitStore =>
        kind === 'router' ? new CountedUnits(clock) : new MeterStore(database, clock),
    },
  ],
  exports: [UNIT_STORE],
})
export class QuotasModule {}
