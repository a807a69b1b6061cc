import { editDistance } from '@ostiary/policy';

const SHORTEST = 4;

/**
 * Whether a word is another one with a slip of the hand: two neighbours swapped, or an inner letter left out, doubled or put in. Words
 * that differ at an end (`user`, `users`) or in a digit are two words.
 */
export function looksMisspelt(word: string, other: string): boolean {
  if (word.length < SHORTEST || other.length < SHORTEST || editDistance(word, other) !== 1) return false;
  if (word.replaceAll(/\d/gu, '') === other.replaceAll(/\d/gu, '')) return false;
  const isSwap = word.length === other.length && lettersOf(word) === lettersOf(other);
  const endsAlike = word.at(-1) === other.at(-1) && word[0] === other[0];
  return isSwap || (word.length !== other.length && endsAlike && !isOneLonger(word, other));
}

const lettersOf = (word: string): string => word.split('').toSorted().join('');

/** One is the other with something behind it: `class`, `clas`. */
const isOneLonger = (word: string, other: string): boolean => word.startsWith(other) || other.startsWith(word);
