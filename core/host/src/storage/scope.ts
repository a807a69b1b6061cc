import { ROW_SECURITY } from '@ostiary/plugin-api';
import type { Em } from './em.js';

/** What makes a session one of the service: whatever it does from then on is under the role that sees no account's rows. */
export const AS_SERVICE = `set role ${ROW_SECURITY.service}`;

/** The setting that says for whom a statement is run, and its value: one account, or the role of the host. */
export type Scope = readonly [setting: 'role' | typeof ROW_SECURITY.account, value: string];

/** Name of the statement that sets a scope until the end of the transaction; it is prepared on every connection. */
export const SET_SCOPE = 'ostiary_scope';

/** Gives no row, so that nothing has to be told apart from the rows of the statement that follows in the same message. */
export const SET_SCOPE_TEXT = 'select 1 where set_config($1, $2, true) is null';

/**
 * Returns for whom a manager works.
 * @throws Error when it was made by neither `Database.forAccount` nor `Database.asHost`: it would see nothing
 */
export function scopeOf(em: Em): Scope {
  const role = em.getSessionContext()?.role;
  if (role === ROW_SECURITY.host) return ['role', role];
  const account = accountOf(em);
  if (account !== null) return [ROW_SECURITY.account, account];
  throw new Error('a statement is run either for an account or as the host');
}

/** Returns the account that a manager works for; null for one that works for the host or for nobody. */
export function accountOf(em: Em): string | null {
  const account = em.getSessionContext()?.variables?.[ROW_SECURITY.account];
  return typeof account === 'string' ? account : null;
}
