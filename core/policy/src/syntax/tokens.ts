import { byWord } from '../text/words.js';

/**
 * - `word`: a name or keyword; keywords are words in their place and names elsewhere.
 * - `string`: `text` is what stands between the quotes, escapes not yet read.
 * - `int`, `decimal`: `text` without separators. `duration`: as written.
 * - `scientific`: a number with an exponent, `1e400`, which only JSON has.
 * - `sign`: an operator or punctuation mark.
 */
export type TokenKind = 'word' | 'string' | 'int' | 'decimal' | 'duration' | 'scientific' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longest first, so that the first that fits is the right one. */
export const SIGNS: readonly string[] =
  '... === !== == != <= >= =< => <> :: := && || .. = < > ! + - * ( ) [ ] { } , ; : . @ ?'.split(' ');

export type WordClass = 'keyword' | 'effect' | 'operator' | 'root' | 'constant';

/** What a word means to an editor that colours text; words not here are names. */
export const WORD_CLASSES = byWord<WordClass>({
  keyword:
    'dialect policy catalogue default group test call expect define assume always never when unless history ' +
    'if then else within by using including this formerly previous since count sum',
  effect: 'allow permit confirm refuse forbid',
  operator: 'and or not in in_order like matches contains has is',
  root: 'args principal session now tool answer executes',
  constant: 'true false',
});

/** Words that a bare attribute of dialect 1 cannot be called; write `args.in` for one that is. */
export const RESERVED_BARE: ReadonlySet<string> = new Set(
  'and or not in in_order like matches contains has when unless true false if args principal session now'.split(' '),
);

/** Whether a name may be written without quotes. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
