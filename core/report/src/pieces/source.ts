import { type Content, type Html, html } from '../html/html.js';
import { count, type Language, say } from '../text/words.js';

/** A stretch of a text with a meaning to who reads it; `class` is one of the colours of source text. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly class: 'keyword' | 'string' | 'number' | 'comment' | 'allow' | 'confirm' | 'refuse';
}

/** Lines from 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface SourceView {
  readonly text: string;
  /** In order, apart from each other. */
  readonly tokens: readonly Token[];
  readonly marked: readonly Lines[];
  /** What is shown; null for the whole text. */
  readonly shown: readonly Lines[] | null;
  /** Before what ids of lines begin, so that `<prefix>12` leads to line 12; null without. */
  readonly anchor?: string | null;
}

const LEFT_OUT = { one: { en: '1 line', pt: '1 linha' }, many: { en: '{n} lines', pt: '{n} linhas' } } as const;

/** Source text with the numbers of its lines; marked lines stand out, and what is left out between two that are shown says how long it is. */
export function source({ text, tokens, marked, shown, anchor = null }: SourceView, language: Language): Html {
  const lines = linesOf(text);
  const within = (ranges: readonly Lines[], line: number): boolean =>
    ranges.some(({ from, to }) => from <= line && line <= to);
  const parts: Html[] = [];
  let next = 0;
  let left = 0;
  const gap = (): void => {
    if (left > 0 && parts.length > 0) {
      const words = left === 1 ? LEFT_OUT.one : LEFT_OUT.many;
      parts.push(html`<span class="gap">⋯ ${say(words, language, { n: count(left, language) })}${'\n'}</span>`);
    }
    left = 0;
  };
  for (const [index, { start, end }] of lines.entries()) {
    const number = index + 1;
    while ((tokens[next]?.end ?? Infinity) <= start) next++;
    if (shown !== null && !within(shown, number)) {
      left++;
      continue;
    }
    gap();
    const shownLine = coloured(text, { start, end }, tokens, next);
    const id = anchor === null ? null : html`<span id="${anchor}${number}"></span>`;
    parts.push(
      within(marked, number)
        ? html`<mark class="line" data-line="${number}">${id}${shownLine}${'\n'}</mark>`
        : html`<span class="line" data-line="${number}">${id}${shownLine}${'\n'}</span>`,
    );
  }
  return html`<pre class="source"><code>${parts}</code></pre>`;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Offsets of lines without their ends. */
function linesOf(text: string): Stretch[] {
  const lines = [];
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/\r?\n/g)) {
    lines.push({ start, end: index });
    start = index + sign.length;
  }
  if (start < text.length || lines.length === 0) lines.push({ start, end: text.length });
  return lines;
}

/** A stretch of a text in its colours; `first` is the place of a token before which none reaches into it. */
export function coloured(text: string, { start, end }: Stretch, tokens: readonly Token[], first = 0): Content[] {
  const parts: Content[] = [];
  let at = start;
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || token.start >= end) break;
    const [from, to] = [Math.max(token.start, start), Math.min(token.end, end)];
    if (from >= to) continue;
    parts.push(text.slice(at, from), html`<span class="t-${token.class}">${text.slice(from, to)}</span>`);
    at = to;
  }
  parts.push(text.slice(at, end));
  return parts;
}
