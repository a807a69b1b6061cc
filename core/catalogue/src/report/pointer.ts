/** RFC 6901 pointer of a child: `~` and `/` in the token are escaped. The root is the empty string. */
export function child(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Tokens of an RFC 6901 pointer, or null when the text is not one (it must be empty or start with `/`). */
export function tokens(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
