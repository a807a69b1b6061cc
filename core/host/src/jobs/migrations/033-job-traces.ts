import { Migration } from '@mikro-orm/migrations';

/** The trace that a job belongs to, for the worker that takes it. */
export class M033JobTraces extends Migration {
  override up(): void {
    this.addSql('alter table core.jobs add column traceparent text');
  }
}
