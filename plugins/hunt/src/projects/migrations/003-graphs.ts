import { Migration } from '@mikro-orm/migrations';

/** Projects hold agent graphs, too. What there is already is of policies. */
export class M003Graphs extends Migration {
  override up(): void {
    for (const table of ['scans', 'findings']) {
      this.addSql(`alter table hunt.${table} add column subject text not null default 'policy'`);
      this.addSql(`alter table hunt.${table} alter column subject drop default`);
    }
    this.addSql('alter table hunt.scans alter column options drop not null');
  }

  override down(): void {
    for (const table of ['scans', 'findings']) {
      this.addSql(`delete from hunt.${table} where subject <> 'policy'`);
      this.addSql(`alter table hunt.${table} drop column subject`);
    }
    this.addSql('alter table hunt.scans alter column options set not null');
  }
}
