import { normaliseDomain } from './domain.js';
import { isIpv4 } from './ip.js';
import { foldText } from './keyword.js';
import { isReadable, lowerAscii } from './readable.js';

/**
 * RFC 5322 `dot-atom`, with the letters RFC 6531 adds, without the characters that mail programs have taken for a route
 * (`%`, `!`), a file (`/`) or a program (`|`, `` ` ``).
 */
const LOCAL = /^[\p{L}\p{N}\p{M}#$&'*+=?^_{}~-]+(?:\.[\p{L}\p{N}\p{M}#$&'*+=?^_{}~-]+)*$/u;
const MAX_LOCAL = 64;

/**
 * The normal form of `email`: one bare address, `local@domain`. Null for anything a mail program could read as more
 * or other than that: lists, display names, comments, quoted local parts, spaces, encoded words, routes.
 *
 * ASCII letters of the local part become small. RFC 5321 leaves its case to the receiving host, but no host in use delivers
 * `Ann@` and `ann@` to two people; kept exact, a rule that refuses one spelling would let all others through. Outside ASCII
 * hosts differ in what they fold, so what folding would change has no value.
 */
export function normaliseEmail(text: string): string | null {
  const at = text.lastIndexOf('@');
  if (at < 1 || !isReadable(text)) return null;
  const local = lowerAscii(text.slice(0, at));
  if (local.length > MAX_LOCAL || !LOCAL.test(local) || local.includes('=?') || foldText(local) !== local) return null;
  const domain = normaliseDomain(text.slice(at + 1));
  return domain === null || domain.startsWith('[') || isIpv4(domain) ? null : `${local}@${domain}`;
}
