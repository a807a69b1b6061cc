import type { AuditActor } from './audit.js';
import type { Secret } from './secret.js';
import type { Transaction } from './transaction.js';

/** What an account is called and may use. */
export interface NewAccount {
  /** What people call it: 1 to 200 characters, none of them a control character. */
  readonly name: string;
  /** `standard` when absent. */
  readonly plan?: string;
  /** Units a month; those of the deployment when absent. */
  readonly units?: number;
}

/** A key to be made. */
export interface NewKey {
  readonly accountId: string;
  /** What people call it; `key` when absent. */
  readonly name?: string;
  /** Words that some enabled plugin declares. */
  readonly grants: readonly string[];
  /** The only profiles it may use; all of the deployment when absent or empty. */
  readonly profiles?: readonly string[];
  /** It ends then; never when absent. */
  readonly expiresAt?: Date | null;
}

/** In whose name something is done with accounts and keys, and within what. */
export interface DoneBy {
  /** Who the audit says did it: the key of a caller, or the service by itself when absent. */
  readonly actor?: AuditActor;
  /**
   * A transaction begun as the host (`asHost(em).transactional`): what is done is there when it is, and holds within a second of its end.
   * What cannot be done leaves it as it was before.
   */
  readonly tx?: Transaction;
}

/**
 * Accounts and keys, made and changed as `ostiary admin` does, for billing, sign-up and the like. Every change is
 * written into the audit log and holds at the next request. What cannot be done rejects with `AccountsError`.
 */
export interface Accounts {
  /**
   * Whether there is such an account. Asked with `tx` it is there until that ends: what is stored for it in the transaction is erased with it.
   */
  exists(accountId: string, by?: Pick<DoneBy, 'tx'>): Promise<boolean>;
  /** Makes an account, without a key. Gives its id. */
  create(account: NewAccount, by?: DoneBy): Promise<string>;
  /** Changes the plan, the units a month, or both. */
  change(accountId: string, to: { readonly plan?: string; readonly units?: number }, by?: DoneBy): Promise<void>;
  /** What needs a grant is refused from now on; what the account has can be read. */
  suspend(accountId: string, by?: DoneBy): Promise<void>;
  /** Ends a suspension. */
  resume(accountId: string, by?: DoneBy): Promise<void>;
  /** Makes a key. Its text is in the answer and nowhere else: show it once, and do not keep it. */
  createKey(key: NewKey, by?: DoneBy): Promise<{ readonly id: string; readonly key: Secret }>;
  /** Adds and takes away grants of a key. Gives those it has then. */
  changeGrants(
    keyId: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
    by?: DoneBy,
  ): Promise<readonly string[]>;
  /** Ends a key at once. */
  revokeKey(keyId: string, by?: DoneBy): Promise<void>;
}

/** Something asked of accounts and keys cannot be done; `message` says why, in English, for an operator. */
export class AccountsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccountsError';
  }
}
