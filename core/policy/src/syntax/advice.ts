import type { Token } from './tokens.js';

/** Words that begin a condition elsewhere. */
const CONDITIONS = new Set(['if', 'where', 'provided', 'given', 'whenever', 'with', 'and', 'only']);
/** Words that test the beginning or the end of a text elsewhere, as one word or as two. */
const AFFIXES = /^(?:starts?|ends?|begins?)_?(?:with)?$/i;

/** What to write instead of a token of `source` where `expected` stands, as a term; null when nothing is known of it. */
export function adviceFor({ kind, text, start }: Token, source: string, expected: string): string | null {
  if (kind === 'word') {
    if (expected === '#token.string') return '#advice.quotes';
    if (AFFIXES.test(text)) return '#advice.like';
    if (text === 'between') return '#advice.between';
    return expected === '`;`' && CONDITIONS.has(text) ? '#advice.when' : null;
  }
  if (kind === 'sign' && text === ',') {
    const grouped = /\d$/.test(source.slice(0, start)) && /^,\d/.test(source.slice(start, start + 2));
    return grouped ? '#advice.digits' : expected === '`;`' ? '#advice.join' : null;
  }
  return null;
}
