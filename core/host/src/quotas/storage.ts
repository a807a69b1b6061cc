import type { StoragePart } from '../storage/part.js';
import { MeterReading } from './entities/meter-reading.js';
import { M031MeterReadings } from './migrations/031-meter-readings.js';

/** What requests used of quotas. */
export const quotaStorage: StoragePart = {
  schema: 'core',
  entities: [MeterReading],
  migrations: [{ name: 'core/031_meter_readings', class: M031MeterReadings }],
};
