import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

export class M002Answers extends Migration {
  override up(): void {
    this.addSql(`create table hunt.answers (
      project_id text primary key,
      account_id text not null,
      text text not null
    )`);
    tenantTable(this, 'hunt.answers');
  }

  override down(): void {
    this.addSql('drop table hunt.answers');
  }
}
