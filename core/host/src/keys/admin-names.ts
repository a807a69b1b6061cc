import { AdminError } from './admin-error.js';

/** Control characters, line breaks, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** @throws AdminError for a name that is too long, or cannot be shown in a line */
export function requireName(what: string, text: string, most = 200): void {
  if (text.length === 0 || text.length > most) throw new AdminError(`${what}: must have 1 to ${most} characters`);
  if (UNPRINTABLE.test(text)) throw new AdminError(`${what}: must not hold control characters`);
}

/** @throws AdminError that tells those there are */
export function requireKnown(what: string, named: readonly string[], there: readonly string[]): void {
  const unknown = named.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new AdminError(`unknown ${what}: ${unknown.join(', ')}; there are: ${there.join(', ')}`);
}
