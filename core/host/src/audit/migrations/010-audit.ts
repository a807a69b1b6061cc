import { Migration } from '@mikro-orm/migrations';
import { ROW_SECURITY, tenantTable } from '@ostiary/plugin-api';

/**
 * Who did what: a chain of rows for each account and one for the deployment, each row with the digest of the one before. Rows are only
 * added: neither role of the service may do otherwise, and a trigger refuses it to their owner too. The head of a chain is what a row
 * that was cut off its end is missed by, and what transactions that add to it wait for each other at.
 */
export class M010Audit extends Migration {
  override up(): void {
    this.addSql(`create table core.audit_heads (
      chain text primary key,
      account_id text,
      seq bigint not null,
      hash text not null
    )`);
    this.addSql(`create table core.audit (
      chain text not null,
      seq bigint not null check (seq > 0),
      account_id text,
      at timestamptz(3) not null,
      action text not null,
      subject text not null,
      actor_kind text not null check (actor_kind in ('key', 'operator', 'service')),
      actor_id text,
      detail text not null,
      previous text not null,
      hash text not null,
      primary key (chain, seq)
    )`);
    tenantTable(this, 'core.audit_heads');
    tenantTable(this, 'core.audit');
    const roles = `${ROW_SECURITY.service}, ${ROW_SECURITY.host}`;
    this.addSql(`revoke delete on core.audit_heads from ${roles}`);
    this.addSql(`revoke update, delete on core.audit from ${roles}`);
    this
      .addSql(`create function core.refuse_change() returns trigger language plpgsql set search_path = pg_catalog as $$ begin
      raise exception 'rows of core.audit are only added';
    end $$`);
    this.addSql(
      'create trigger only_added before update or delete on core.audit for each row execute function core.refuse_change()',
    );
    this.addSql(
      'create trigger never_emptied before truncate on core.audit for each statement execute function core.refuse_change()',
    );
  }

  override down(): void {
    this.addSql('drop table core.audit, core.audit_heads');
    this.addSql('drop function core.refuse_change');
  }
}
