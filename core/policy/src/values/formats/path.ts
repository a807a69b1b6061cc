import { isReadable } from './readable.js';

/** A first segment that a program may take for a home directory, a scheme or a drive. */
const NOT_A_NAME = /^(?:~|[A-Za-z][A-Za-z0-9+.-]*:)/;
/** A drive behind a slash: what some programs for Windows make of `C:/`. */
const DRIVE = /^\/(?:\.?\/)*[A-Za-z]:(?:\/|$)/;
/**
 * Escapes that some programs decode: of characters that stand in paths as they are. Those of the others stay, as the
 * paths of URLs have them.
 */
const NEEDLESS = /%(?:2[1346-9a-f]|3[0-9abdf]|40|[46][1-9a-f]|[57][0-9a]|5[cf]|7e|u[0-9a-f]{4})/i;

/**
 * The normal form of `path`: POSIX, purely lexical. `.` and empty segments vanish, `..` takes back the segment before
 * it, a trailing slash is dropped; case, spelling and percent signs stay. Symbolic links are beyond its knowledge. With a
 * `base` (absolute) a relative path is resolved under it.
 *
 * Null for what programs read in more than one way, as it stands or once resolved (`./~`), and when `..` climbs above the
 * start: for `../x` the answer lies outside the text.
 */
export function normalisePath(text: string, base?: string): string | null {
  if (!isPlain(text)) return null;
  const form = lexical(text);
  if (form !== null && !isPlain(form)) return null;
  if (text.startsWith('/') || base === undefined) return form;
  const whole = lexical(`${base}/${text}`);
  return whole !== null && isPlain(whole) ? whole : null;
}

/** Whether every program finds the same file by a text, apart from its segments. */
function isPlain(text: string): boolean {
  const decoded = decodedPath(text);
  if (text === '' || decoded === null || /^\s|\s$|^\/\/(?!\/)/.test(decoded) || NEEDLESS.test(text)) return false;
  return !(text.startsWith('/') ? DRIVE : NOT_A_NAME).test(text);
}

/** Segments resolved and joined again. */
function lexical(text: string): string | null {
  const segments = resolved(text.split('/').filter((segment) => segment !== ''));
  if (segments === null) return null;
  if (text.startsWith('/')) return `/${segments.join('/')}`;
  return segments.length === 0 ? '.' : segments.join('/');
}

/** Whether a path in normal form is the directory, in normal form of the same kind, or lies below it. */
export function directoryTest(directory: string): (path: string) => boolean {
  if (directory === '/' || directory === '.') return () => true;
  const inside = `${directory}/`;
  return (path) => path === directory || path.startsWith(inside);
}

/** The segments without `.` and `..`; null when `..` climbs above the start. */
export function resolved(segments: readonly string[]): readonly string[] | null {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept;
}

const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;

/**
 * The text that is meant once escapes are decoded, when every program finds the same segments in it; else null. Servers
 * differ in whether, when and how often they decode, in what ends a segment, and in which signs and endings they drop.
 */
export function decodedPath(text: string): string | null {
  if (/%2[ef]/i.test(text)) return null;
  let decoded;
  try {
    decoded = text.replace(ESCAPES, (escapes) => decodeURIComponent(escapes));
  } catch {
    return null; // not UTF-8, or a longer form of a shorter character
  }
  // What is an escape after decoding would be decoded by a second reader.
  if (decoded !== text && /%(?:[0-9a-f]{2}|u)/i.test(decoded)) return null;
  if (/[\\;\u2044\u2215]/.test(decoded) || !isReadable(decoded) || !isComposed(decoded)) return null;
  // Windows drops dots and spaces at the end of a name.
  return decoded.split('/').some((segment) => /[. ]$/.test(segment) && segment !== '.' && segment !== '..')
    ? null
    : decoded;
}

/** Whether the text is in NFC, and holds no other spelling of a dot or a slash. */
function isComposed(text: string): boolean {
  const others = text.replace(/[\0-\x7f]+/g, '');
  return others === '' || (text.normalize('NFC') === text && !/[./\\]/.test(others.normalize('NFKC')));
}
