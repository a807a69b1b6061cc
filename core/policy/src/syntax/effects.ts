import { byWord } from '../text/words.js';
import type { Effect, Name, WrittenEffect } from './ast.js';
import type { Cursor } from './cursor.js';

/** The words for the effects; `permit` and `forbid` are Cedar's. */
export const EFFECT_WORDS = byWord<Effect>({ allow: 'allow permit', confirm: 'confirm', refuse: 'refuse forbid' });

/** What other languages call them. */
const FOREIGN = byWord<Effect>({
  allow: 'accept approve grant',
  confirm: 'ask escalate review',
  refuse: 'ban block deny disallow prohibit reject',
});

/** The effect another language means by a word, or by one of ours in capitals; undefined when none. */
export function foreignEffect(word: string): Effect | undefined {
  const folded = word.toLowerCase();
  return FOREIGN.get(folded) ?? (folded === word ? undefined : EFFECT_WORDS.get(folded));
}

/** The effect a word stands for. Another language's word is reported and taken, any other reported and taken for refuse. */
export function effectOf(c: Cursor, word: Name): Effect {
  const own = EFFECT_WORDS.get(word.text);
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
export function effectHere(c: Cursor): WrittenEffect {
  const word = c.word('#token.effect');
  return { effect: effectOf(c, word), span: word.span };
}
