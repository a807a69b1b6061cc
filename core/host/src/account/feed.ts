import type { Account } from '../keys/entities/account.js';

/** Access to the package feed that an account has at a time; undefined when it has none, it has ended, or the account is suspended. */
export function feedOf(
  account: Account,
  now: Date,
): { readonly feed: string; readonly scopes: readonly string[]; readonly expiresAt: Date | null } | undefined {
  const { feedUrl, feedScopes, feedExpiresAt, status } = account;
  if (feedUrl === null || feedUrl === undefined || status !== 'active') return undefined;
  if (feedExpiresAt && feedExpiresAt <= now) return undefined;
  return { feed: feedUrl, scopes: feedScopes, expiresAt: feedExpiresAt ?? null };
}
