import { Migration } from '@mikro-orm/migrations';

/** The answer of a job in short, which lists show without reading the result. */
export class M006JobSummaries extends Migration {
  override up(): void {
    this.addSql('alter table core.jobs add column summary jsonb');
  }

  override down(): void {
    this.addSql('alter table core.jobs drop column summary');
  }
}
