import { normaliseDomain } from './domain.js';
import { foldText } from './keyword.js';

/** RFC 5322 `dot-atom`, with the letters RFC 6531 adds. */
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const MAX_LOCAL = 64;

/**
 * The normal form of `email`: one bare address, `local@domain`. Null for anything a mail program could read as more
 * or other than that: lists, display names, comments, quoted local parts, spaces.
 *
 * The local part is case folded. RFC 5321 leaves its case to the receiving host, but no host in use delivers `Ann@`
 * and `ann@` to two people; kept exact, a rule that refuses one spelling would let all others through.
 */
export function normaliseEmail(text: string): string | null {
  const at = text.lastIndexOf('@');
  if (at < 1 || /\s/u.test(text)) return null;
  // White space is not trimmed here: what folds to it (`¨` to a space and a mark) is no address.
  const local = foldText(text.slice(0, at));
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return null;
  const domain = normaliseDomain(text.slice(at + 1));
  return domain === null ? null : `${local}@${domain}`;
}
