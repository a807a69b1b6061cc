import { type GlobSegment, globSegments } from '../../text/glob.js';

/** Longer literals than this are sought by Knuth-Morris-Pratt: `indexOf` is quadratic in the worst case. */
const SHORT_LITERAL = 8;

/**
 * A matcher for a whole text: linear in its length for a given glob. The first and last literals are anchored, those
 * between are found leftmost first, which is complete because `*` is the only wildcard.
 *
 * @throws RangeError when the pattern is not a glob; the checker has refused such a policy before.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const segments = globSegments(pattern);
  const literals = segments.filter((segment) => segment.kind === 'literal').map((segment) => segment.text);
  if (segments.every((segment) => segment.kind === 'literal')) {
    const only = literals[0] ?? '';
    return (text) => text === only;
  }
  const prefix = isLiteral(segments[0]) ? (literals.shift() ?? '') : '';
  const suffix = isLiteral(segments.at(-1)) ? (literals.pop() ?? '') : '';
  const finders = literals.map((literal) =>
    literal.length <= SHORT_LITERAL ? shortFinder(literal) : kmpFinder(literal),
  );
  return (text) => {
    const end = text.length - suffix.length;
    if (end < prefix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false;
    let at = prefix.length;
    for (const find of finders) {
      at = find(text, at);
      if (at < 0 || at > end) return false;
    }
    return true;
  };
}

const isLiteral = (segment: GlobSegment | undefined): boolean => segment?.kind === 'literal';

/** Where the first occurrence from `from` on ends, or -1. */
type Finder = (text: string, from: number) => number;

function shortFinder(literal: string): Finder {
  return (text, from) => {
    const found = text.indexOf(literal, from);
    return found < 0 ? -1 : found + literal.length;
  };
}

function kmpFinder(literal: string): Finder {
  const failure = failureFunction(literal);
  return (text, from) => {
    let matched = 0;
    for (let i = from; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      while (matched > 0 && unit !== literal.charCodeAt(matched)) matched = failure[matched - 1] ?? 0;
      if (unit === literal.charCodeAt(matched)) matched++;
      if (matched === literal.length) return i + 1;
    }
    return -1;
  };
}

/** `failure[i]`: length of the longest proper prefix of the literal that is a suffix of its first i + 1 units. */
function failureFunction(literal: string): Uint16Array {
  const failure = new Uint16Array(literal.length);
  let matched = 0;
  for (let i = 1; i < literal.length; i++) {
    while (matched > 0 && literal.charCodeAt(i) !== literal.charCodeAt(matched)) matched = failure[matched - 1] ?? 0;
    if (literal.charCodeAt(i) === literal.charCodeAt(matched)) matched++;
    failure[i] = matched;
  }
  return failure;
}
