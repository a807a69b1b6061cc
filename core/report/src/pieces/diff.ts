import { type Html, html } from '../html/html.js';
import { type Language, say } from '../text/words.js';
import { coloured, type Token } from './source.js';

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Where it stands: in the text before for what is the same or removed, in the one afterwards for what is added. */
  readonly line: number;
  /** Colours within the line. */
  readonly tokens: readonly Token[];
}

/** Lines that stand together. */
export type DiffHunk = readonly DiffLine[];

const TEXTS = { removed: { en: 'removed:', pt: 'removido:' }, added: { en: 'added:', pt: 'acrescentado:' } } as const;

/** A change of a text, line by line: by sign, by word for those who do not see it, and by colour. */
export function diff(hunks: readonly DiffHunk[], language: Language): Html {
  const parts = hunks.map((lines, at) => [
    at === 0 ? null : html`<span class="gap">⋯${'\n'}</span>`,
    lines.map(({ kind, text: raw, line, tokens }) => {
      const text = coloured(raw, { start: 0, end: raw.length }, tokens);
      if (kind === 'same') return html`<span class="line" data-line="${line}">${text}${'\n'}</span>`;
      const word = html`<span class="hidden">${say(TEXTS[kind], language)} </span>`;
      return kind === 'removed'
        ? html`<del class="line removed" data-line="${line}">${word}${text}${'\n'}</del>`
        : html`<ins class="line added" data-line="${line}">${word}${text}${'\n'}</ins>`;
    }),
  ]);
  return html`<pre class="source diff"><code>${parts}</code></pre>`;
}
