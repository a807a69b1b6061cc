import type { AccountStatus } from './entities/account.js';
import type { Em } from '../storage/database.js';
import { statement, timestamp } from '../storage/statement.js';

/** A key as kept, with what its account says. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly accountStatus: AccountStatus;
  readonly name: string;
  readonly hash: string;
  readonly pepperId: string;
  readonly grants: readonly string[];
  readonly profiles: readonly string[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

interface Row {
  id: string;
  account_id: string;
  status: AccountStatus;
  name: string;
  secret_hash: string;
  pepper_id: string;
  grants: string[];
  profiles: string[];
  expires_at: string | Date | null;
  revoked_at: string | Date | null;
  last_used_at: string | Date | null;
}

export async function findKey(em: Em, publicId: string): Promise<KeyRecord | undefined> {
  const [row] = await statement<Row>(
    em,
    `select k.id, k.account_id, a.status, k.name, k.secret_hash, k.pepper_id, k.grants, k.profiles, k.expires_at, k.revoked_at, k.last_used_at
     from core.api_keys k join core.accounts a on a.id = k.account_id where k.public_id = $1`,
    [publicId],
  );
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      accountStatus: row.status,
      name: row.name,
      hash: row.secret_hash,
      pepperId: row.pepper_id,
      grants: row.grants,
      profiles: row.profiles,
      expiresAt: optionalTime(row.expires_at),
      revokedAt: optionalTime(row.revoked_at),
      lastUsedAt: optionalTime(row.last_used_at),
    }
  );
}

/** The peppers under which keys that may still work are kept, and how many keys each. */
export async function keptPeppers(
  em: Em,
  now: Date,
): Promise<readonly { readonly pepperId: string; readonly count: number }[]> {
  return statement(
    em,
    `select pepper_id as "pepperId", count(*)::int as count from core.api_keys
     where revoked_at is null and (expires_at is null or expires_at > $1) group by pepper_id order by pepper_id`,
    [now],
  );
}

/** Notes that a key was used, unless somebody noted it less than a minute ago. */
export async function noteUse(em: Em, id: string, now: Date): Promise<void> {
  await statement(
    em,
    `update core.api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    [id, now],
  );
}

/** Keeps a key under another pepper from now on. Returns false when that was done meanwhile. */
export async function rehash(
  em: Em,
  id: string,
  from: { readonly pepperId: string },
  to: { readonly pepperId: string; readonly hash: string },
): Promise<boolean> {
  const moved = await statement(
    em,
    'update core.api_keys set secret_hash = $3, pepper_id = $4 where id = $1 and pepper_id = $2 returning id',
    [id, from.pepperId, to.hash, to.pepperId],
  );
  return moved.length > 0;
}

function optionalTime(value: string | Date | null): Date | null {
  return value === null ? null : timestamp(value);
}
