import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@ostiary/plugin-api';

export class M001Projects extends Migration {
  override up(): void {
    this.addSql('create schema if not exists hunt');
    this.addSql(`create table hunt.projects (
      id text primary key,
      account_id text not null,
      name text not null,
      description text,
      default_branch text not null,
      created_at timestamptz(3) not null,
      gate_revision int not null,
      gate jsonb not null,
      constraint projects_name unique (account_id, name)
    )`);
    this.addSql('create index projects_newest on hunt.projects (account_id, created_at, id)');
    this.addSql(`create table hunt.scans (
      id text primary key,
      account_id text not null,
      project_id text not null,
      branch text not null,
      job_id text not null,
      label text,
      request_digest text not null,
      input_digest text not null,
      engine text not null,
      options jsonb not null,
      created_at timestamptz(3) not null,
      status text,
      finished_at timestamptz(3),
      error jsonb,
      compared_with text,
      counts jsonb,
      report jsonb,
      gate jsonb,
      constraint scans_job unique (job_id)
    )`);
    this.addSql('create index scans_newest on hunt.scans (project_id, created_at, id)');
    this.addSql('create index scans_branch on hunt.scans (project_id, branch, finished_at)');
    this.addSql(`create table hunt.findings (
      project_id text not null,
      branch text not null,
      fingerprint text not null,
      account_id text not null,
      class text not null,
      severity text not null,
      severity_rank int not null,
      tool text,
      structure text not null,
      evidence_hash text not null,
      told text not null,
      state text not null,
      first_seen timestamptz(3) not null,
      last_seen timestamptz(3) not null,
      last_scan text not null,
      scans int not null,
      moved_from text,
      decision text not null,
      reason text,
      until text,
      decided_by text,
      decided_at timestamptz(3),
      revision int not null,
      primary key (project_id, branch, fingerprint)
    )`);
    this.addSql(
      'create index findings_severity on hunt.findings (project_id, branch, severity_rank, first_seen, fingerprint)',
    );
    this.addSql('create index findings_fingerprint on hunt.findings (account_id, fingerprint)');
    this.addSql(`create table hunt.history (
      id text primary key,
      account_id text not null,
      project_id text not null,
      fingerprint text not null,
      at timestamptz(3) not null,
      event jsonb not null
    )`);
    this.addSql('create index history_finding on hunt.history (project_id, fingerprint, id)');
    this.addSql(`create table hunt.attempts (
      account_id text not null,
      attempt_id text not null,
      project_id text not null,
      fingerprint text not null,
      outcome text not null,
      environment text,
      at timestamptz(3) not null,
      note text,
      evidence_sha256 text,
      recorded_at timestamptz(3) not null,
      key_id text not null,
      digest text not null,
      primary key (account_id, attempt_id)
    )`);
    this.addSql('create index attempts_newest on hunt.attempts (account_id, recorded_at, attempt_id)');
    this.addSql('create index attempts_finding on hunt.attempts (project_id, fingerprint, recorded_at)');
    for (const table of ['projects', 'scans', 'findings', 'history', 'attempts']) tenantTable(this, `hunt.${table}`);
  }

  override down(): void {
    for (const table of ['attempts', 'history', 'findings', 'scans', 'projects'])
      this.addSql(`drop table hunt.${table}`);
    this.addSql('drop schema hunt');
  }
}
