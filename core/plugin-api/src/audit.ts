import type { Transaction } from './transaction.js';

/** Who did what is recorded. */
export interface AuditActor {
  /** A caller by its key, the operator by a command, or the service by itself. */
  readonly kind: 'key' | 'operator' | 'service';
  /** Id of the key, or the name of what did it; null where nobody is told apart. */
  readonly id: string | null;
}

/** One thing that was done and must not be denied later. */
export interface AuditEntry {
  /** What was done: kind of the subject, point, verb, e.g. `key.revoked`. */
  readonly action: string;
  /** Whose matter it is; null for one of the deployment itself. */
  readonly account: string | null;
  /** Id of what it was done to. */
  readonly subject: string;
  readonly actor: AuditActor;
  /** What else is to be known, as JSON: at most 4 KiB, and never a secret or what a customer wrote. It is kept for ever. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The record of who did what. Rows are only ever added; each carries a digest of the one before. */
export interface Audit {
  /**
   * Adds a row that is there when the transaction is. Do this last: other transactions that record about the same account wait from here
   * until this one ends.
   * @param tx a transaction begun for the account of the entry, or as the host
   * @throws Error when `tx` is no open transaction, or the detail is too large
   */
  record(tx: Transaction, entry: AuditEntry): Promise<void>;
}
