/**
 * The normal form of `path`: POSIX, purely lexical. `.` and empty segments vanish, `..` takes back the segment before
 * it, a trailing slash is dropped; case, spelling and percent signs stay. Symbolic links are beyond its knowledge.
 *
 * Null for the empty path, for a NUL, for a backslash (a separator elsewhere), and when `..` climbs above the start:
 * for `../x` the answer lies outside the text.
 */
export function normalisePath(text: string): string | null {
  if (text === '' || text.includes('\0') || text.includes('\\')) return null;
  const segments: string[] = [];
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  if (text.startsWith('/')) return `/${segments.join('/')}`;
  return segments.length === 0 ? '.' : segments.join('/');
}
