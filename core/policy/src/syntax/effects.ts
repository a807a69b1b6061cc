import type { Effect, Name, Span } from './ast.js';
import type { Cursor } from './cursor.js';

/** The words for the effects; `permit` and `forbid` are Cedar's. */
export const EFFECT_WORDS: Readonly<Record<string, Effect>> = {
  allow: 'allow',
  permit: 'allow',
  confirm: 'confirm',
  refuse: 'refuse',
  forbid: 'refuse',
};

/** What other languages call them. */
const FOREIGN: Readonly<Record<string, Effect>> = {
  accept: 'allow',
  approve: 'allow',
  grant: 'allow',
  ask: 'confirm',
  escalate: 'confirm',
  review: 'confirm',
  ban: 'refuse',
  block: 'refuse',
  deny: 'refuse',
  disallow: 'refuse',
  prohibit: 'refuse',
  reject: 'refuse',
};

/** The effect another language means by a word, or by one of ours in capitals; undefined when none. */
export function foreignEffect(word: string): Effect | undefined {
  const folded = word.toLowerCase();
  if (Object.hasOwn(FOREIGN, folded)) return FOREIGN[folded];
  return folded !== word && Object.hasOwn(EFFECT_WORDS, folded) ? EFFECT_WORDS[folded] : undefined;
}

/** The effect a word stands for. Another language's word is reported and taken, any other reported and taken for refuse. */
export function effectOf(c: Cursor, word: Name): Effect {
  const own = Object.hasOwn(EFFECT_WORDS, word.text) ? EFFECT_WORDS[word.text] : undefined;
  if (own) return own;
  const meant = foreignEffect(word.text);
  if (meant) {
    c.sink.report('effect_foreign', word.span, { found: word.text, use: meant }, { span: word.span, text: meant });
    return meant;
  }
  c.sink.report('expected', word.span, { expected: '#token.effect', found: `\`${word.text}\`` });
  return 'refuse';
}

/** An effect by itself, after `default` or `expect`. */
export function effectHere(c: Cursor): { readonly effect: Effect; readonly span: Span } {
  const word = c.word('#token.effect');
  return { effect: effectOf(c, word), span: word.span };
}
