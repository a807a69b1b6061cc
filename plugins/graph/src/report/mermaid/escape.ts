import { visible } from '@ostiary/report';

/**
 * Text of a label between quotes. Mermaid reads markup, Markdown, entities and directives in labels, so every sign but letters, digits and a few is written
 * as a character code of its own form: `#35;`.
 */
export function label(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /[^\p{L}\p{N}\p{M} .,_()!?+*/=·…→-]/gu,
    (sign) => `#${sign.codePointAt(0)};`,
  );
}
