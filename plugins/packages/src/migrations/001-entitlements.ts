import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

export class M001Entitlements extends Migration {
  override up(): void {
    this.addSql('create schema if not exists packages');
    this.addSql(`create table packages.entitlements (
      account_id text primary key,
      feed text not null,
      scopes text[] not null,
      expires_at timestamptz
    )`);
    tenantTable(this, 'packages.entitlements');
  }

  override down(): void {
    this.addSql('drop table packages.entitlements');
    this.addSql('drop schema packages');
  }
}
