import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

/** Accounts, keys, quotas and their ledger. */
export class M001Accounts extends Migration {
  override up(): void {
    this.addSql('create schema if not exists core');
    this.addSql(`create table core.accounts (
      id text primary key,
      name text not null,
      plan text not null,
      status text not null check (status in ('active', 'suspended', 'closed')),
      feed_url text,
      feed_scopes text[] not null default '{}',
      feed_expires_at timestamptz,
      created_at timestamptz not null
    )`);
    this.addSql(`create table core.api_keys (
      id text primary key,
      account_id text not null references core.accounts (id),
      name text not null,
      public_id text not null unique,
      secret_hash text not null,
      pepper_id text not null,
      last4 text not null,
      grants text[] not null,
      profiles text[] not null default '{}',
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null
    )`);
    this.addSql('create index api_keys_account on core.api_keys (account_id)');
    this.addSql(`create table core.quotas (
      account_id text primary key references core.accounts (id),
      units_limit bigint not null check (units_limit >= 0),
      used bigint not null default 0 check (used >= 0),
      reserved bigint not null default 0 check (reserved >= 0),
      period_start timestamptz not null,
      period_end timestamptz not null
    )`);
    this.addSql(`create table core.quota_ledger (
      job_id text not null,
      kind text not null check (kind in ('reserve', 'settle')),
      account_id text not null references core.accounts (id),
      units bigint not null check (units >= 0),
      at timestamptz not null,
      primary key (job_id, kind)
    )`);
    this.addSql('create index quota_ledger_account on core.quota_ledger (account_id, at)');
    tenantTable(this, 'core.accounts', 'id');
    for (const table of ['core.api_keys', 'core.quotas', 'core.quota_ledger']) tenantTable(this, table);
  }

  override down(): void {
    this.addSql('drop table core.quota_ledger, core.quotas, core.api_keys, core.accounts');
  }
}
