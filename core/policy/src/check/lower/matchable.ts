import type { StringFormat } from '@ostiary/catalogue';
import type { GlobSegment } from '../../text/glob.js';
import type { RegexNode } from '../../text/regex.js';
import type { CodePointRange } from '../../text/regex-class.js';
import { normaliseString } from '../../values/strings.js';

/**
 * Whether some value's normal form can hold a piece of literal text. Not complete: what is refused can never match,
 * what passes may still not.
 */
const CAN_HOLD: Readonly<Record<StringFormat, (literal: string) => boolean>> = {
  text: () => true,
  keyword: isFolded,
  // The domain of an address is ASCII, as it is sent.
  email: (literal) =>
    isFolded(literal) && isAscii(literal.includes('@') ? literal.slice(literal.lastIndexOf('@')) : ''),
  domain: (literal) => /^[a-z0-9._:[\]-]*$/.test(literal),
  // Scheme and host are in lower case; all of it is ASCII, escaped where it has to be.
  url: (literal) =>
    /^(?:[!$-;=?-Z_a-z~]|\[|\])*$/.test(literal) && !/[A-Z]/.test(/^[^/]*:\/\/[^/]*/.exec(literal)?.[0] ?? ''),
  path: (literal) => !/\/\/|\/\.\.?\/|[\\;\p{Cc}]/u.test(literal),
  iban: (literal) => /^[A-Z0-9]*$/.test(literal),
  ip: (literal) => /^[0-9a-f.:]*$/.test(literal),
};

/** Code points that no normal form of the format holds. */
const NEVER_HELD: Readonly<Record<StringFormat, readonly CodePointRange[]>> = {
  text: [],
  keyword: [[65, 90]],
  email: [[65, 90]],
  domain: [[65, 90]],
  url: [],
  path: [],
  iban: [[97, 122]],
  ip: [[65, 90]],
};

// The letters around it keep white space at its ends from being trimmed.
function isFolded(literal: string): boolean {
  return normaliseString('keyword', `x${literal}x`) === `x${literal}x`;
}

function isAscii(text: string): boolean {
  return Array.from(text).every((char) => char.charCodeAt(0) < 128);
}

/** False when no normal form of the format fits the glob. True may be wrong. */
export function globCanMatch(segments: readonly GlobSegment[], format: StringFormat): boolean {
  const [only] = segments;
  if (only?.kind === 'literal' && segments.length === 1) return normaliseString(format, only.text) === only.text;
  return segments.every((segment) => segment.kind === 'star' || CAN_HOLD[format](segment.text));
}

/** False when no normal form of the format fits the expression. True may be wrong. */
export function regexCanMatch(node: RegexNode, format: StringFormat): boolean {
  switch (node.kind) {
    case 'empty':
      return true;
    case 'chars':
      return node.ranges.some(([low, high]) => !NEVER_HELD[format].some(([from, to]) => from <= low && high <= to));
    case 'concat':
      return node.parts.every((part) => regexCanMatch(part, format));
    case 'alt':
      return node.options.some((option) => regexCanMatch(option, format));
    case 'repeat':
      return node.min === 0 || regexCanMatch(node.node, format);
  }
}
