import type { StringFormat } from '@ostiary/catalogue';
import type { Span } from '../../syntax/ast.js';
import { parseGlob } from '../../text/glob.js';
import { parseRegex } from '../../text/regex.js';
import { normaliseString } from '../../values/strings.js';
import { globCanMatch, regexCanMatch } from '../lower/matchable.js';

/** Formats that constants give away. */
const INFERRED = ['path', 'url', 'email', 'domain'] as const satisfies readonly StringFormat[];
type Inferred = (typeof INFERRED)[number];

/** What the constants that a text is compared with say about its format. */
export interface Spelling {
  /** Formats that some constant is a sign of, with the first such constant. */
  readonly signs: ReadonlyMap<Inferred, { readonly text: string; readonly span: Span }>;
  /** Formats in whose normal form every constant stands. */
  readonly fits: ReadonlySet<Inferred>;
}

/** The format the constants agree on, or `unclear` when one is a sign that the others speak against; null without a sign. */
export function formatOf({ signs, fits }: Spelling): Inferred | 'unclear' | null {
  const [format, other] = [...signs.keys()];
  if (format === undefined) return null;
  return other === undefined && fits.has(format) ? format : 'unclear';
}

/** What the constants of two uses of one attribute say together. */
export function bothSpellings(a: Spelling, b: Spelling): Spelling {
  return {
    signs: new Map([...b.signs, ...a.signs]),
    fits: new Set([...a.fits].filter((format) => b.fits.has(format))),
  };
}

/** What one constant says of the text it stands beside. */
export function spellingOf(kind: 'literal' | 'like' | 'matches', text: string, span: Span): Spelling {
  const sign = kind === 'matches' ? signOfRegex(text) : signOf(kind === 'like' ? text.replaceAll('*', 'x') : text);
  const fits = INFERRED.filter(fitting(kind, text));
  return { signs: new Map(sign ? [[sign, { text, span }]] : []), fits: new Set(fits) };
}

function fitting(kind: 'literal' | 'like' | 'matches', text: string): (format: Inferred) => boolean {
  if (kind === 'literal') return (format) => normaliseString(format, text) === text;
  if (kind === 'like') {
    const glob = parseGlob(text);
    return (format) => glob.ok && globCanMatch(glob.segments, format);
  }
  const regex = parseRegex(text);
  return (format) => regex.ok && regexCanMatch(regex.node, format);
}

/** Endings of names that are hardly those of files. */
const ENDINGS = 'com|org|net|edu|gov|int|mil|info|biz|io|dev|app|ai|cloud|eu|example|test|local|internal';
const DOMAIN = new RegExp(`^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${ENDINGS})$`, 'i');

function signOf(text: string): Inferred | null {
  if (text.startsWith('/')) return 'path';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'url';
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)) return 'email';
  return DOMAIN.test(text) ? 'domain' : null;
}

function signOfRegex(pattern: string): Inferred | null {
  if (/^\\?\//.test(pattern)) return 'path';
  return /^[a-z][a-z0-9+.-]*\??:\\?\/\\?\//i.test(pattern) ? 'url' : null;
}
