import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

export class M001Tickets extends Migration {
  override up(): void {
    this.addSql('create schema if not exists guardrail');
    this.addSql(`create table guardrail.tickets (
      job_id text primary key,
      account_id text not null,
      digest text not null,
      policy_version text not null,
      issued_at timestamptz not null,
      expires_at timestamptz not null,
      used_by text,
      used_at timestamptz,
      constraint tickets_used_once check ((used_by is null) = (used_at is null))
    )`);
    this.addSql('create index tickets_digest on guardrail.tickets (account_id, digest)');
    this.addSql('create index tickets_expiry on guardrail.tickets (expires_at)');
    tenantTable(this, 'guardrail.tickets');
  }

  override down(): void {
    this.addSql('drop table guardrail.tickets');
    this.addSql('drop schema guardrail');
  }
}
