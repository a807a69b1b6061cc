/** RFC 6901 pointer of a child: `~` and `/` in the token are escaped. The root is the empty string. */
export function child(pointer: string, token: string | number): string {
  const text = String(token);
  return /[~/]/.test(text) ? `${pointer}/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` : `${pointer}/${text}`;
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
