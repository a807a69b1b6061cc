import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** Answers of idempotent operations. The answer is the JSON text it was made as: `jsonb` would reorder members. */
export class M030StoredAnswers extends Migration {
  override up(): void {
    this.addSql(`create table core.stored_answers (
      scope text not null,
      operation text not null,
      key text not null,
      account_id text references core.accounts (id),
      fingerprint text not null,
      claim text not null,
      claimed_until timestamptz(3) not null,
      answer text,
      expires_at timestamptz(3) not null,
      primary key (scope, operation, key)
    )`);
    this.addSql('create index stored_answers_expiry on core.stored_answers (expires_at)');
    tenantTable(this, 'core.stored_answers');
  }

  override down(): void {
    this.addSql('drop table core.stored_answers');
  }
}
