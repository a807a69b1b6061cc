import { foldsToOneOf } from '@ostiary/catalogue';

/**
 * How a tool name on the wire relates to the known ones. `exact`: it is one of them. `other`: some other plain name.
 * `deceptive`: it is none of them but could pass for one, or holds characters that a plain tool name does not.
 */
export type NameStanding = 'exact' | 'other' | 'deceptive';

/**
 * Judges tool names against the known ones by the confusable skeleton of UTS 39 over NFKC (the table of lookalikes is
 * the catalogue's). Nothing is repaired: `refund_order` in full-width letters is not that tool, whatever a server makes
 * of it.
 */
export function nameJudge(known: Iterable<string>): (name: string) => NameStanding {
  const names = new Set(known);
  const isDeceptive = foldsToOneOf(names);
  return (name) => {
    if (names.has(name)) return 'exact';
    return /^[\x21-\x7e]+$/.test(name) && !isDeceptive(name) ? 'other' : 'deceptive';
  };
}
