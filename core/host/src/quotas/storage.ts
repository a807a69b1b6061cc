import type { StoragePart } from '../storage/part.js';
import { MeterReading } from './entities/meter-reading.js';
import { M031MeterReadings } from './migrations/031-meter-readings.js';
import { M036LedgerByJob } from './migrations/036-ledger-by-job.js';

/** What requests used of quotas. */
export const quotaStorage: StoragePart = {
  schema: 'core',
  entities: [MeterReading],
  migrations: [
    { name: 'core/031_meter_readings', class: M031MeterReadings },
    { name: 'core/036_ledger_by_job', class: M036LedgerByJob },
  ],
};
