import { Migration } from '@mikro-orm/migrations';
import { sharedTable } from '@ostiary/plugin-api';

/** Leases of chores that run in one process of the deployment at a time. */
export class M032Chores extends Migration {
  override up(): void {
    this.addSql(`create table core.chores (
      name text primary key,
      holder text not null,
      held_until timestamptz(3) not null,
      due_at timestamptz(3) not null
    )`);
    sharedTable(this, 'core.chores');
  }

  override down(): void {
    this.addSql('drop table core.chores');
  }
}
