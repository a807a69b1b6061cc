import type { Span } from '@ostiary/policy';

/** What may hold a `;` that ends nothing: a comment, or a string. */
const OPAQUE = /\/\/[^\n]*|"(?:[^"\\]|\\[^])*"|;/gu;

/** Where the policies of a text stand, each with its annotations and without the comments before it. */
export function statementsOf(text: string): readonly Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(OPAQUE)) {
    if (token !== ';') continue;
    found.push({ start: begin(text, from), end: index + 1 });
    from = index + 1;
  }
  const rest = begin(text, from);
  return rest < text.length ? [...found, { start: rest, end: text.length }] : found;
}

/** The first place from `at` that is neither white space nor in a comment. */
function begin(text: string, at: number): number {
  return at + (/^(?:\s+|\/\/[^\n]*)*/u.exec(text.slice(at))?.[0].length ?? 0);
}
