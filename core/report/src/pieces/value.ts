import { type Html, html } from '../html/html.js';
import { codePointName } from '../text/visible.js';

/** Code units of a value that are shown; a longer one says how many it has. */
export const SHOWN = 600;

/** A word that mixes ASCII letters with others, and what looks like ASCII and is not. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Text of a value with the letters marked that pass for others: those of another script within a word of ASCII letters, and wide or styled
 * forms of ASCII. With `spell`, for two values that differ, every character beyond ASCII is marked.
 */
export function value(text: string, { spell = false }: { readonly spell?: boolean } = {}): Html {
  const shown = text.length > SHOWN ? text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '') : text;
  const rest = text.length - shown.length;
  const parts: (string | Html)[] = [];
  let at = 0;
  for (const { 0: word, index } of shown.matchAll(WORD)) {
    parts.push(shown.slice(at, index), ...(spell ? spelt(word) : odd(word)));
    at = index + word.length;
  }
  parts.push(shown.slice(at));
  return html`<code class="value">${parts}${rest > 0 ? html`<span class="muted">… +${rest}</span>` : null}</code>`;
}

function odd(word: string): (string | Html)[] {
  const mixed = /[a-zA-Z]/.test(word);
  return marked(word, (char) => passesForAscii(char) || (mixed && /^(?!\p{Script=Latin})\p{L}$/u.test(char)));
}

const spelt = (word: string): (string | Html)[] => marked(word, (char) => char > '\u007f');

function passesForAscii(char: string): boolean {
  return char > '\u007f' && /^[\u0021-\u007e]+$/.test(char.normalize('NFKC'));
}

function marked(word: string, isOdd: (char: string) => boolean): (string | Html)[] {
  return Array.from(word, (char) =>
    isOdd(char) ? html`<span class="odd">${char}</span><span class="unseen">${codePointName(char)}</span>` : char,
  );
}
