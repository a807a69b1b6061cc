import type { StringFormat, StringType } from '@ostiary/catalogue';
import { characterCount, isOfLength } from '../../text/characters.js';
import { normaliseAs } from '../../values/strings.js';
import { getOrMake } from '../../maps.js';

/** Lengths that the same types admit, in UTF-16 units; `high` null is without end. */
export interface Stretch {
  readonly low: number;
  readonly high: number | null;
}

/** Whether a text is as long as a stretch of lengths allows, in code points. */
export const isWithin = (word: string, { low, high }: Stretch): boolean => isOfLength(word, low, high ?? Infinity);

const enums = new WeakMap<readonly string[], readonly string[]>();

/** The normal forms of an enumeration; undefined without one. */
export function enumWords(type: StringType): readonly string[] | undefined {
  const { enum: spellings } = type;
  if (!spellings) return undefined;
  return getOrMake(enums, spellings, () => spellings.flatMap((spelling) => normaliseAs(type, spelling) ?? []));
}

/** Formats whose normal form can be longer than what was sent: folded, escaped, written in ASCII or without `::`. */
const GROWING: ReadonlySet<StringFormat> = new Set(['keyword', 'email', 'domain', 'url', 'ip']);

/**
 * Whether a normal form is a value of the type. Bounds of length bind the text on the wire. Some formats can be padded
 * there (spaces, empty segments), so that the lower bound does not bind their normal form.
 */
export function admits(type: StringType, word: string): boolean {
  return isOfLength(word, 0, type.maxLength ?? Infinity) && mayBe(type, word);
}

/** Whether some text on the wire may have this normal form. */
export function mayBe(type: StringType, word: string): boolean {
  if (normaliseAs(type, word) !== word || !isWithin(word, lengthsOf(type))) return false;
  if (longestSpelling(type.format, word) < (type.minLength ?? 0)) return false;
  return enumWords(type)?.includes(word) ?? true;
}

/** The lengths of normal forms. Where the format grows, a long one may have a short text. */
export function lengthsOf({ format, minLength = 0, maxLength, base }: StringType): Stretch {
  const grows = GROWING.has(format) || base !== undefined;
  return { low: format === 'text' ? minLength : 0, high: grows ? null : (maxLength ?? null) };
}

/** Code points, at least, of the longest text on the wire with this normal form. */
function longestSpelling(format: StringFormat, word: string): number {
  switch (format) {
    case 'text':
      return characterCount(word);
    case 'email':
    case 'domain':
      return word.startsWith('[') ? MAX_IPV6 + 2 : word.length + 1;
    case 'ip':
      return word.includes(':') ? MAX_IPV6 : word.length;
    default:
      return Infinity;
  }
}

/** Eight groups of four digits. */
const MAX_IPV6 = 39;
