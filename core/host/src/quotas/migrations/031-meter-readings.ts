import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** What was used of a quota by requests, by name. */
export class M031MeterReadings extends Migration {
  override up(): void {
    this.addSql(`create table core.meter_readings (
      account_id text not null references core.accounts (id),
      meter text not null,
      period_start timestamptz not null,
      units bigint not null check (units >= 0),
      primary key (account_id, meter, period_start)
    )`);
    tenantTable(this, 'core.meter_readings');
  }

  override down(): void {
    this.addSql('drop table core.meter_readings');
  }
}
