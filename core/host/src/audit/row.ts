import { createHash } from 'node:crypto';
import { canonicalJson } from '@ostiary/json';
import type { AuditActor } from '@ostiary/plugin-api';

/** What a digest is made over: all that a row says, and where it stands. */
export interface AuditRow {
  readonly chain: string;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly account: string | null;
  readonly at: Date;
  readonly action: string;
  readonly subject: string;
  readonly actor: AuditActor;
  /** Canonical JSON. */
  readonly detail: string;
  /** Digest of the row before; of the first one `BEGINNING`. */
  readonly previous: string;
}

/** Chain of what is no account's. */
export const HOST_CHAIN = 'host';

/** Stands for the row before the first. */
export const BEGINNING = '0'.repeat(64);

/** Returns the digest of a row: sha256, in hex, of its canonical JSON. */
export function digestOf(row: AuditRow): string {
  const { chain, seq, account, at, action, subject, actor, detail, previous } = row;
  const said = { chain, seq, account, at: at.toISOString(), action, subject, actor: { ...actor }, detail, previous };
  return createHash('sha256').update(canonicalJson(said)).digest('hex');
}
