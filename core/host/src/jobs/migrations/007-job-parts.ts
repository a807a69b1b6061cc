import { Migration } from '@mikro-orm/migrations';

/**
 * Parts of jobs are jobs with a parent: claimed, leased and tried again like any other job, and seen by nobody. A job that waits for its parts
 * is in nobody's way: it does not count as running where slots are handed out.
 */
export class M007JobParts extends Migration {
  override up(): void {
    this.addSql(`alter table core.jobs
      add column parent_id text references core.jobs (id) on delete cascade,
      add column part int,
      add column waiting boolean not null default false,
      add constraint jobs_part_of_parent check ((parent_id is null) = (part is null))`);
    this.addSql('create unique index jobs_parts on core.jobs (parent_id, part) where parent_id is not null');
    this.addSql('drop index core.jobs_in_flight');
    this.addSql(
      `create index jobs_in_flight on core.jobs (status, account_id)
         where (status = 'running' and not waiting) or (status = 'queued' and dispatched_at is not null)`,
    );
  }

  override down(): void {
    this.addSql('delete from core.jobs where parent_id is not null');
    this.addSql('drop index core.jobs_in_flight, core.jobs_parts');
    this.addSql('alter table core.jobs drop column waiting, drop column part, drop column parent_id');
    this.addSql(
      `create index jobs_in_flight on core.jobs (status, account_id) where status = 'running' or (status = 'queued' and dispatched_at is not null)`,
    );
  }
}
