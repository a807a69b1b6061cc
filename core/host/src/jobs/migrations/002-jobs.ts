import { Migration } from '@mikro-orm/migrations';
import { ROW_SECURITY, tenantTable } from '@ostiary/plugin-api';

/**
 * Jobs, their events, and the keys that make a submission idempotent. Request and result are kept as the JSON text they were
 * made as: `jsonb` would reorder members and cost a parse. Times are milliseconds, so that a cursor compares exactly.
 */
export class M002Jobs extends Migration {
  override up(): void {
    this.addSql(`create table core.jobs (
      id text primary key,
      account_id text not null references core.accounts (id),
      key_id text not null,
      mode text not null,
      variant text,
      profile text,
      label text,
      metadata jsonb not null default '{}',
      status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired')),
      attempt int not null default 1,
      request text not null,
      request_digest text not null,
      units int not null check (units >= 0),
      units_charged int,
      created_at timestamptz(3) not null,
      deadline_at timestamptz(3) not null,
      dispatched_at timestamptz(3),
      started_at timestamptz(3),
      cancel_requested_at timestamptz(3),
      finished_at timestamptz(3),
      worker_id text,
      heartbeat_at timestamptz(3),
      event_seq int not null,
      progress jsonb,
      result text,
      result_bytes int,
      result_artefact_id text,
      artefact_count int not null default 0,
      error jsonb,
      expires_at timestamptz(3)
    )`);
    this.addSql('create index jobs_list on core.jobs (account_id, created_at desc, id desc)');
    this.addSql(`create index jobs_waiting on core.jobs (account_id, created_at, id) where status = 'queued'`);
    this.addSql(
      `create index jobs_undispatched on core.jobs (key_id, created_at, id) where status = 'queued' and dispatched_at is null`,
    );
    this.addSql(`create index jobs_open_by_key on core.jobs (key_id, status) where status in ('queued', 'running')`);
    this.addSql(
      `create index jobs_in_flight on core.jobs (status, account_id) where status = 'running' or (status = 'queued' and dispatched_at is not null)`,
    );
    this.addSql(`create index jobs_deadline on core.jobs (deadline_at) where status in ('queued', 'running')`);
    this.addSql('create index jobs_expiry on core.jobs (expires_at) where expires_at is not null');
    this.addSql(`create table core.job_events (
      job_id text not null references core.jobs (id) on delete cascade,
      account_id text not null,
      seq int not null,
      type text not null,
      status text not null,
      at timestamptz(3) not null,
      data jsonb,
      primary key (job_id, seq)
    )`);
    this.addSql(`create table core.idempotency_keys (
      account_id text not null references core.accounts (id),
      operation text not null,
      key text not null,
      fingerprint text not null,
      job_id text not null,
      expires_at timestamptz(3) not null,
      primary key (account_id, operation, key)
    )`);
    this.addSql('create index idempotency_keys_expiry on core.idempotency_keys (expires_at)');
    for (const table of ['core.jobs', 'core.job_events', 'core.idempotency_keys']) tenantTable(this, table);
    // What a submission may know of other accounts' jobs: one bit, read with the rights of the tables' owner.
    this.addSql(`create function core.has_room(ahead int) returns boolean language plpgsql stable security definer
      set search_path = pg_catalog as $$ begin
        return not exists (select 1 from core.jobs where status = 'queued' and dispatched_at is null)
          and (select count(*) from core.jobs where status = 'queued' and dispatched_at is not null) < ahead;
      end $$`);
    this.addSql('revoke execute on function core.has_room from public');
    this.addSql(`grant execute on function core.has_room to ${ROW_SECURITY.service}, ${ROW_SECURITY.host}`);
  }

  override down(): void {
    this.addSql('drop function core.has_room');
    this.addSql('drop table core.idempotency_keys, core.job_events, core.jobs');
  }
}
