import type { Cursor } from './cursor.js';
import { EFFECT_WORDS, foreignEffect } from './effects.js';

const WORDS: ReadonlySet<string> = new Set([...EFFECT_WORDS.keys(), 'define', 'always', 'never', 'assume']);
const HEADERS: ReadonlySet<string> = new Set(['policy', 'catalogue', 'default']);

/** Whether what stands at the start of a line is taken for the start of a statement, when looking for the next one. */
export function beginsStatement(c: Cursor): boolean {
  if (c.is('@')) return true;
  if (c.token.kind !== 'word') return false;
  return WORDS.has(c.token.text) || beginsDeclaration(c) || beginsForeign(c) || beginsHeader(c);
}

/** These words are names elsewhere, so what follows must fit too. */
function beginsDeclaration(c: Cursor): boolean {
  const { kind } = c.ahead(1);
  switch (c.token.text) {
    case 'principal':
    case 'session':
      return c.isAt(1, '(');
    case 'tool':
      return (kind === 'word' || kind === 'string') && !['in', 'like', 'has', 'not'].some((word) => c.isAt(1, word));
    case 'group':
      return kind === 'word' || kind === 'string';
    case 'test':
      return kind === 'string';
    case 'list':
      return kind === 'word' && c.ahead(2).text === '=';
    default:
      return false;
  }
}

/** `deny refund when ...`: an effect as other languages call it, before what may be a target. */
export function beginsForeign(c: Cursor): boolean {
  if (foreignEffect(c.token.text) === undefined) return false;
  const { kind } = c.ahead(1);
  return kind === 'word' || kind === 'string' || ['(', '[', '*', '@'].some((sign) => c.isAt(1, sign));
}

function beginsHeader(c: Cursor): boolean {
  const { kind } = c.ahead(1);
  return HEADERS.has(c.token.text) && (kind === 'word' || kind === 'string');
}
