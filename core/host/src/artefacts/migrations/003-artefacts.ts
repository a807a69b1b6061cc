import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** What jobs made, and who has read it. Rows outlive their jobs and their bytes: an expired artefact can still be named. */
export class M003Artefacts extends Migration {
  override up(): void {
    this.addSql(`create table core.artefacts (
      id text primary key,
      job_id text not null,
      account_id text not null references core.accounts (id),
      attempt int not null,
      needs_grants text[] not null,
      kind text not null,
      name text not null,
      media_type text not null,
      size bigint not null,
      sha256 text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      removed_at timestamptz(3),
      read_count int not null default 0
    )`);
    this.addSql('create index artefacts_job on core.artefacts (job_id, created_at, id)');
    this.addSql('create index artefacts_expiry on core.artefacts (expires_at) where removed_at is null');
    this.addSql(`create table core.artefact_reads (
      id text primary key,
      artefact_id text not null references core.artefacts (id) on delete cascade,
      account_id text not null,
      at timestamptz(3) not null,
      key_id text not null,
      key_name text not null,
      ip_prefix text not null,
      user_agent text,
      range text,
      bytes_sent bigint not null default 0,
      outcome text not null check (outcome in ('started', 'complete', 'aborted'))
    )`);
    this.addSql('create index artefact_reads_artefact on core.artefact_reads (artefact_id, at desc, id desc)');
    for (const table of ['core.artefacts', 'core.artefact_reads']) tenantTable(this, table);
  }

  override down(): void {
    this.addSql('drop table core.artefact_reads, core.artefacts');
  }
}
