import type { StringType } from '@ostiary/catalogue';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { normaliseString } from '../../values/strings.js';

/** More than folding (18 characters for one of U+FDFA, each of three at most) or escaping (9 for one) can make of a character. */
const GROWTH = 64;
/** Places in a word where a run is put in. */
const MAX_PLACES = 100;

interface Asked {
  readonly key: string;
  readonly test: (word: string) => boolean;
}

/** Whether a normal form of the type can have more characters than `matches` judges. Addresses and IBANs are short. */
export function canBeTooLong({ format, maxLength = Infinity, enum: spellings }: StringType): boolean {
  if (spellings) return false;
  switch (format) {
    case 'email':
    case 'domain':
    case 'iban':
    case 'ip':
      return false;
    case 'text':
    case 'path':
      // Two code units for a code point at most.
      return maxLength * 2 > MAX_MATCHED_LENGTH;
    case 'keyword':
    case 'url':
      // Folding and escaping make a text longer than it was on the wire.
      return maxLength * GROWTH > MAX_MATCHED_LENGTH;
  }
}

/**
 * A word too long for `matches`, of which all else that is asked has the answer it has for `word`; null when none was
 * found by making some part of `word` long.
 */
export function lengthened({ format }: StringType, word: string, predicates: readonly Asked[]): string | null {
  const asked = predicates.filter(({ key }) => !/(?:^|^\w+ )matches /.test(key));
  const wanted = asked.map(({ test }) => test(word));
  for (let at = Math.min(word.length, MAX_PLACES); at >= 0; at--) {
    for (const fill of new Set(['a', word[at - 1] ?? 'a', '!'])) {
      const long = word.slice(0, at) + fill.repeat(MAX_MATCHED_LENGTH + 1) + word.slice(at);
      if (normaliseString(format, long) === long && asked.every(({ test }, index) => test(long) === wanted[index]))
        return long;
    }
  }
  return null;
}
