import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** Files that are kept for plugins, and who has read them. Rows outlive their bytes, as those of artefacts do. */
export class M011StoredFiles extends Migration {
  override up(): void {
    this.addSql(`create table core.stored_files (
      id text primary key,
      plugin text not null,
      account_id text references core.accounts (id),
      kind text not null,
      name text not null,
      media_type text not null,
      size bigint not null,
      sha256 text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      removed_at timestamptz(3),
      read_count int not null default 0
    )`);
    this.addSql('create index stored_files_list on core.stored_files (plugin, account_id, created_at desc, id desc)');
    this.addSql('create index stored_files_account on core.stored_files (account_id)');
    this.addSql('create index stored_files_expiry on core.stored_files (expires_at) where removed_at is null');
    this.addSql('create index stored_files_records on core.stored_files (expires_at) where removed_at is not null');
    this.addSql(`create table core.stored_file_reads (
      id text primary key,
      file_id text not null references core.stored_files (id) on delete cascade,
      account_id text not null references core.accounts (id),
      at timestamptz(3) not null,
      key_id text not null,
      key_name text not null,
      ip_prefix text not null,
      user_agent text,
      range text,
      bytes_sent bigint not null default 0,
      outcome text not null check (outcome in ('started', 'complete', 'aborted'))
    )`);
    this.addSql('create index stored_file_reads_file on core.stored_file_reads (file_id, at desc, id desc)');
    this.addSql('create index stored_file_reads_account on core.stored_file_reads (account_id)');
    for (const table of ['core.stored_files', 'core.stored_file_reads']) tenantTable(this, table);
  }

  override down(): void {
    this.addSql('drop table core.stored_file_reads, core.stored_files');
  }
}
