/**
 * What has no shape of its own, or another effect than its shape: controls, bidirectional controls, joiners and other code points that are
 * ignored, spaces that are not the space, code points without a meaning, halves of pairs. Line feed and tab are text.
 */
const INVISIBLE = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** A text in parts: as it is, or a code point that would not be seen. */
export type Part = { readonly text: string } | { readonly codePoint: string };

/** The name of a code point: `U+202E`. */
export function codePointName(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text, with every code point that would not be seen apart. The parts say the whole text, in order. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: char, index } of text.matchAll(INVISIBLE)) {
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ codePoint: codePointName(char) });
    at = index + char.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/**
 * A text that shows everything it holds: `a\u202Eb` is `a[U+202E]b`.
 *
 * @example visible('pay\u200b') === 'pay[U+200B]'
 */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => `[${codePointName(char)}]`);
}
