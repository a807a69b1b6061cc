import { defineEntity, p } from '@mikro-orm/core';

const MeterReadingSchema = defineEntity({
  name: 'MeterReading',
  schema: 'core',
  tableName: 'meter_readings',
  properties: {
    accountId: p.text().primary(),
    /** Name that routes give in `charge`. */
    meter: p.text().primary(),
    periodStart: p.datetime().primary(),
    /** Units of the account's quota, part of its `used`. */
    units: p.bigint('number'),
  },
});

/** What an account has used in a period under one name. */
export class MeterReading extends MeterReadingSchema.class {}
MeterReadingSchema.setClass(MeterReading);
