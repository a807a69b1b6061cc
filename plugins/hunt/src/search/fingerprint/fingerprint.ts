import { digestOf } from '@ostiary/guard';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The name of a bug that stays the same while it does: what it is (class, subkind), where (tool, attribute), and by which rules
 * (their keys, in any order). `f1_` is the version of this reckoning.
 */
export function fingerprintOf(bug: {
  readonly class: string;
  readonly subkind: string | null;
  readonly tool: string | null;
  readonly attribute: string | null;
  readonly ruleKeys: readonly string[];
}): string {
  const digest = digestOf([bug.class, bug.subkind, bug.tool, bug.ruleKeys.toSorted(), bug.attribute]);
  return `f1_${base32(digest.slice(digest.indexOf(':') + 1))}`;
}

/** RFC 4648, lower case, without padding. */
function base32(hex: string): string {
  let [text, left, bits] = ['', 0, 0];
  for (const digit of `${hex}0`) {
    left = (left << 4) | Number.parseInt(digit, 16);
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      text += BASE32[left >> bits] ?? '';
      left &= (1 << bits) - 1;
    }
  }
  return text;
}
