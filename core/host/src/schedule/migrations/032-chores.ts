import { Migration } from '@mikro-orm/migrations';

/** Leases of chores that run in one process of the deployment at a time. */
export class M032Chores extends Migration {
  override up(): void {
    this.addSql(`create table core.chores (
      name text primary key,
      holder text not null,
      held_until timestamptz(3) not null,
      due_at timestamptz(3) not null
    )`);
  }

  override down(): void {
    this.addSql('drop table core.chores');
  }
}
