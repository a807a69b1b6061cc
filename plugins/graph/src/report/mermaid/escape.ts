import { visible } from '@ostiary/report';

const coded = (sign: string): string => `#${sign.codePointAt(0)};`;

/**
 * Text of a label between quotes. Mermaid reads markup, Markdown, entities and directives in labels, so every sign but letters, digits and a few is written
 * as a character code of its own form: `#35;`. So is the sign of a list in front, which Mermaid 11.4 refuses to draw ("Unsupported markdown: list").
 */
export function label(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[^\p{L}\p{N}\p{M} .,_()!?+*/=·…→-]/gu, coded)
    .replace(/^( *[0-9]*)([.)*+-])/, (_, before: string, sign: string) => before + coded(sign));
}
