import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** Files that are sent before the jobs that need them. */
export class M005Uploads extends Migration {
  override up(): void {
    this.addSql(`create table core.uploads (
      id text primary key,
      account_id text not null references core.accounts (id),
      purpose text not null,
      media_type text not null,
      file_name text,
      size bigint not null,
      sha256 text not null,
      created_at timestamptz(3) not null,
      completed_at timestamptz(3),
      expires_at timestamptz(3) not null,
      writer text,
      writer_until timestamptz(3)
    )`);
    this.addSql('create index uploads_account on core.uploads (account_id, expires_at)');
    this.addSql('create index uploads_expiry on core.uploads (expires_at)');
    tenantTable(this, 'core.uploads');
  }

  override down(): void {
    this.addSql('drop table core.uploads');
  }
}
