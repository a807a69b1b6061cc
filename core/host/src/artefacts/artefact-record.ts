import type { ArtefactSignature } from './signer.js';
import { timestamp } from '../storage/statement.js';

export interface ArtefactRecord {
  readonly id: string;
  readonly jobId: string;
  readonly accountId: string;
  readonly needsGrants: readonly string[];
  readonly kind: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly signature: ArtefactSignature | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Retention ended, or its bytes were removed. */
  readonly expired: boolean;
  readonly readCount: number;
}

export const ARTEFACT_COLUMNS = `a.id, a.job_id, a.account_id, a.needs_grants, a.kind, a.name, a.media_type, a.size, a.sha256, a.signature,
  a.created_at, a.expires_at, (a.removed_at is not null or a.expires_at <= statement_timestamp()) as expired, a.read_count`;

export interface ArtefactRow {
  readonly id: string;
  readonly job_id: string;
  readonly account_id: string;
  readonly needs_grants: string[];
  readonly kind: string;
  readonly name: string;
  readonly media_type: string;
  readonly size: number | string;
  readonly sha256: string;
  readonly signature: ArtefactSignature | null;
  readonly created_at: string | Date;
  readonly expires_at: string | Date;
  readonly expired: boolean;
  readonly read_count: number;
}

export function toArtefact(row: ArtefactRow): ArtefactRecord {
  return {
    id: row.id,
    jobId: row.job_id,
    accountId: row.account_id,
    needsGrants: row.needs_grants,
    kind: row.kind,
    name: row.name,
    mediaType: row.media_type,
    size: Number(row.size),
    sha256: row.sha256,
    signature: row.signature,
    createdAt: timestamp(row.created_at),
    expiresAt: timestamp(row.expires_at),
    expired: row.expired,
    readCount: row.read_count,
  };
}
