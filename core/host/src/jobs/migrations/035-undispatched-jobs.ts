import { Migration } from '@mikro-orm/migrations';

/**
 * What waits for its turn is said in one expression, which no other index has: a plan that looks for the oldest job of a key can then
 * use no index but the one in that order. Of two indexes the planner took the smaller, and sorted all queued jobs of each key.
 * See docs/adr/0139.
 */
export class M035UndispatchedJobs extends Migration {
  override up(): void {
    this.addSql('drop index core.jobs_undispatched');
    this.addSql(
      `create index jobs_undispatched on core.jobs (key_id, created_at, id) where (case status when 'queued' then dispatched_at is null end)`,
    );
    // The first in order, and not whether there is one: that would be looked for among all jobs there ever were.
    this
      .addSql(`create or replace function core.has_room(ahead int) returns boolean language plpgsql stable security definer
      set search_path = pg_catalog as $$ begin
        return (select key_id from core.jobs where (case status when 'queued' then dispatched_at is null end) order by key_id limit 1) is null
          and (select count(*) from core.jobs where status = 'queued' and dispatched_at is not null) < ahead;
      end $$`);
  }
}
