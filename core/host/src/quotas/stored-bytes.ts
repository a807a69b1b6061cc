import type { Em } from '../storage/database.js';
import { statement } from '../storage/statement.js';

/**
 * SQL of the bytes that an account has in uploads and in files that plugins keep for it, those past their life aside.
 * @param account placeholder of its id
 */
export const storedBytes = (account: string): string => `(
    (select coalesce(sum(size), 0) from core.uploads where account_id = ${account} and expires_at > statement_timestamp())
    + (select coalesce(sum(size), 0) from core.stored_files
       where account_id = ${account} and (expires_at is null or expires_at > statement_timestamp()))
  )`;

/** Has whoever stores bytes of the account wait for those before, until the transaction ends: two at once would both find the last room. */
export async function inTurn(tx: Em, accountId: string): Promise<void> {
  await statement(tx, 'select 1 from core.accounts where id = $1 for no key update', [accountId]);
}
