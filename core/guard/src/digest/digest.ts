import { canonicalJson } from '@ostiary/json';
import { sha256 } from './sha256.js';

/** The digest of a JSON value: equal values, however their keys are ordered, have equal digests. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256(canonicalJson(value))}`;
}

/** The same as 52 letters and digits, fit for a name. */
export function nameOf(value: unknown): string {
  return base32(sha256(canonicalJson(value)));
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648, lower case, without padding. */
function base32(hex: string): string {
  let [text, left, bits] = ['', 0, 0];
  for (const digit of `${hex}0`) {
    left = (left << 4) | Number.parseInt(digit, 16);
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      text += ALPHABET[left >> bits] ?? '';
      left &= (1 << bits) - 1;
    }
  }
  return text;
}
